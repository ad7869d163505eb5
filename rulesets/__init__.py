"""The rules of the games as texts, with what lies beside them; a package so that they are found."""
