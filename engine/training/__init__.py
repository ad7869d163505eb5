"""Policies that are learned: what they look at, their files, and how they learn."""
