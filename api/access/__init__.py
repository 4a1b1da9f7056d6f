"""Who may do what: accounts, passwords, secrets, waits after failed logins, and what a viewer is shown."""
