"""From the checked model to a program, as functions over one `Lowering`."""
