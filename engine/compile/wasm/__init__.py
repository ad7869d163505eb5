"""The program as WebAssembly text: what the fast executor runs.

`emit` writes a compiled ruleset as one module; `kernel.wat` beside it holds what is the same for
every ruleset, written by hand. The state lies in the module's memory exactly as the interpreter
has it in its list, integer for integer.
"""
