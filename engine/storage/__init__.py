"""Files: where what is kept lies, how it is written, and how changes are noticed."""
