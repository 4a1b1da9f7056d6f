"""Running the service: logs, metrics, readiness, nightly work, backups."""
