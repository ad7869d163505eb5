"""The checker that plays."""
