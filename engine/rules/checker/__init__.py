"""From syntax to the checked model, as functions over one `Checking`."""
