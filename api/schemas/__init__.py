"""What goes over the wire: models with examples, and how rows of the store become them."""
