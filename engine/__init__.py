"""Cairn's engine: rules that are a text, and the games that are played from them.

The public names are in `__init__.pyi`; everything else may change. The viewer and the command line
import what else they need from the packages themselves. They are loaded when they are
first used, so that importing the package costs nothing.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
