"""Tests of the rulesets themselves."""
