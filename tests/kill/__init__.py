"""What must survive `kill -9`: `python -m tests.kill TARGET` plays, kills, and compares."""
