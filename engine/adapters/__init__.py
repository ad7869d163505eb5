"""Games as environments of other people's libraries. Each module needs an extra of its own."""
