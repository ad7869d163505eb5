"""Measuring sticks: what the engine's speed and results are held against."""
