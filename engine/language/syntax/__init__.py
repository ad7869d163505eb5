"""Syntax nodes: the text as the parser read it, names not resolved, every node with its span."""

from engine.language.syntax.declarations import *
from engine.language.syntax.examples import *
from engine.language.syntax.expressions import *
from engine.language.syntax.items import *
from engine.language.syntax.statements import *
