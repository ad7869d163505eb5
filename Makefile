# `make play` and `make test` work from a clean clone on Debian and Ubuntu with Python 3.11 or newer.
# What they install goes into .venv, except for what only the system can give: Python's own venv
# module, and the libraries that a window (and its tests) need. Each installation is announced.

RULESET ?= lost-cities-card
ARGS ?=

BIN := .venv/bin

# Hundreds of tests start `cairn`; where Python keeps nothing compiled, each of them compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

# What a window needs of a Debian or Ubuntu system, and what tests need besides: a library's name or a
# program's (or its path, for one that Debian keeps off the path), and the package that it comes in.
WINDOW := X11:libx11-6 Xext:libxext6 Xrender:libxrender1 GL:libgl1 EGL:libegl1 \
	fontconfig:libfontconfig1 freetype:libfreetype6
SCREEN := Xvfb:xvfb xdotool:xdotool chromium:chromium chromedriver:chromium-driver
DATABASE := /usr/lib/postgresql/*/bin/initdb:postgresql

.DEFAULT_GOAL := help
.PHONY: help play serve test test-oldest setup lock docs sheets pictures clean

help:
	@echo 'make play    play $(RULESET) (RULESET=NAME for another game, ARGS="--seed 7" for options)'
	@echo 'make serve   host tables that people reach by a link (ARGS="--lan" for your network)'
	@echo 'make test    check style, types and rulesets, and run the tests'
	@echo 'make test-oldest run the tests with the lowest versions that pyproject.toml allows'
	@echo 'make setup   prepare .venv for both, and do nothing else'
	@echo 'make lock    write the versions that .venv holds to requirements/dev.lock'
	@echo 'make docs    build the documentation site in build/docs'
	@echo 'make sheets  draw contact sheets of every ruleset under docs/pictures'
	@echo 'make pictures draw the pictures of docs/learn.md and the rulebooks of the docs anew'
	@echo 'make clean   remove .venv and everything that tools have left behind'

play:
	@$(call install,.,installed,Cairn and the packages that it needs)
	@case "$${DISPLAY:-none} $(ARGS) " in none\ *|*" --text "*) ;; *) $(call system,$(WINDOW)) || \
	  { echo 'To play in the terminal instead: make play ARGS=--text' >&2; exit 1; } ;; esac
	@$(BIN)/cairn play $(RULESET) $(ARGS)

serve:
	@$(call install,.[serve],installed-serve,Cairn and the packages that its server needs)
	@exec $(BIN)/cairn serve $(ARGS)

setup:
	@$(call install,.[dev],installed-dev,Cairn with the packages that it and its tests need)
	@[ ! -e .git ] || git config core.hooksPath .githooks || echo 'git takes no hooks from .githooks' >&2

# Warnings are errors: a link or an anchor that leads nowhere is one.
docs:
	@$(call install,.[docs],installed-docs,Cairn and the packages that its documentation needs)
	@echo '== Writing the generated pages'
	@$(BIN)/python -m tests.docs.generated
	@echo '== Drawing the gallery, and building the site'
	@CAIRN_PICTURES=1 $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --builder html docs build/docs
	@echo '== Done: build/docs/index.html'

sheets: setup
	@$(BIN)/python -m tests.viewer.sheets

pictures: setup
	@$(BIN)/python -m tests.viewer.teach_pictures
	@for book in docs/rulebooks/*.md; do \
	  $(BIN)/cairn rules "$$(basename "$$book" .md)" --lang en --generated --out "$$book" || exit 1; done
	@for book in docs/rulebooks/*.pdf; do \
	  name="$$(basename "$$book" .pdf)"; \
	  case "$$name" in *.de|*.fr) lang="$${name##*.}";; *) lang=en;; esac; \
	  $(BIN)/cairn rules "$${name%.??}" --lang "$$lang" --out "$$book" || exit 1; done

# Every check runs, also after one has failed. The types take longest: mypy checks them beside all the
# others, which would leave cores free, and reports after the tests. The tests' summary comes last.
# Rewriting every assertion takes long: only tests that have failed run again with it, to say why.
test: setup
	@$(call system,$(WINDOW) $(SCREEN) $(DATABASE))
	@failed=; \
	report() { echo "== Failed: $$1"; failed="$$failed$${failed:+, }$$1"; }; \
	check() { name=$$1; shift; echo "== $$name: $$*"; "$(BIN)/$$@" || report "$$name"; }; \
	"$(BIN)/mypy" >.venv/mypy.out 2>&1 & types=$$!; \
	check 'Style' ruff check .; \
	check 'Layout' ruff format --check .; \
	check 'Spelling' codespell; \
	check 'Rulesets' cairn check rulesets/*.cairn examples/*.cairn; \
	check 'Layout of rulesets' cairn fmt --check rulesets/*.cairn examples/*.cairn; \
	[ -z "$$failed" ] || echo "== Failed before the tests: $$failed"; \
	echo '== Tests: pytest, while mypy goes on checking the types'; \
	{ "$(BIN)/pytest" --numprocesses auto --dist worksteal --assert plain; echo $$? >.venv/tests.code; } \
	  | tee .venv/tests.out; \
	[ "$$(cat .venv/tests.code)" = 0 ] || { report Tests; "$(BIN)/pytest" -q --numprocesses auto --last-failed \
	  --last-failed-no-failures none || :; }; \
	echo '== Types: mypy'; wait $$types || report Types; cat .venv/mypy.out; \
	[ -z "$$failed" ] && echo '== Everything passed' || echo "== Failed: $$failed"; \
	tail -n 1 .venv/tests.out; [ -z "$$failed" ]

# The lower bounds are real: in an environment of their own, so that .venv stays as it is.
OLDEST := build/oldest

test-oldest: setup
	@$(call system,$(WINDOW) $(SCREEN) $(DATABASE))
	@mkdir -p build
	@$(BIN)/python -m tests.oldest >$(OLDEST).txt
	@echo '== Installing the lowest versions that pyproject.toml allows into $(OLDEST)'
	@$(BIN)/python -m venv --clear $(OLDEST)
	@$(OLDEST)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check \
	  --constraint $(OLDEST).txt --editable '.[dev]'
	@echo '== Tests with these versions: pytest'
	@$(OLDEST)/bin/pytest --numprocesses auto --dist worksteal

lock: setup
	@{ sed -n '/^#/p' requirements/dev.lock; \
	  $(BIN)/python -m pip freeze --disable-pip-version-check --exclude-editable; \
	} >.venv/dev.lock && mv .venv/dev.lock requirements/dev.lock

clean:
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Shell functions that both of the following share: the scripts run without any input.
define functions
set -e; exec </dev/null; \
say() { echo "$$*" >&2; }; \
stop() { say "$$*"; exit 1; }; \
as_root() { if [ "$$(id -u)" = 0 ]; then "$$@"; else sudo -n "$$@"; fi; }; \
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$$@" >/dev/null; }; \
system_install() { \
  if command -v apt-get >/dev/null && as_root true 2>/dev/null; then \
    say "Installing $$* with apt-get ..."; \
    if apt update && apt install -y --no-install-recommends "$$@"; then return; fi; \
  fi; \
  stop "Please install $$* (on Debian or Ubuntu, as root: apt-get install $$*), then try again."; \
}
endef

# $(call system,NAME:PACKAGE ...): see to it that the system has these libraries and programs. Only
# where programs come by X, so on Linux and its like; silent if there is nothing to do.
define system
( $(functions); \
[ "$$(uname)" != Darwin ] || exit 0; \
packages="$$($(BIN)/python -c 'import sys, glob, shutil, ctypes.util; \
pairs = [pair.split(":") for pair in sys.argv[1:]]; \
have = lambda name: shutil.which(name) or glob.glob(name) or ctypes.util.find_library(name); \
print(*[package for name, package in pairs if not have(name)])' $(1))"; \
[ -z "$$packages" ] || system_install $$packages )
endef

# $(call install,WHAT,STAMP,WORDS): see to it that WHAT is installed in .venv, editable. The stamp holds
# this folder's path and pyproject.toml, so a change of either installs anew. Silent if there is
# nothing to do; otherwise each installation is announced first. Nothing is compiled: Python does that
# when it first imports a module, and of most it never does. The pip that comes with Python 3.11 takes
# twice as long to choose versions as the newest one, which is here in three seconds.
define install
$(functions); \
wanted() { pwd; cat pyproject.toml; }; \
works() { $(BIN)/python -m pip --version >/dev/null 2>&1; }; \
create() { "$$python" -m venv --clear .venv >/dev/null 2>&1 && works; }; \
find_python() { \
  for python in python3 python3.14 python3.13 python3.12 python3.11; do \
    ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || return 0; \
  done; \
  return 1; \
}; \
if wanted | cmp -s - .venv/$(2) && $(BIN)/python -c '' 2>/dev/null; then exit 0; fi; \
if ! { works && [ "$$(head -n 1 .venv/installed 2>/dev/null)" = "$$(pwd)" ]; }; then \
  command -v python3 >/dev/null || system_install python3 python3-venv; \
  find_python || stop "Cairn needs Python 3.11 or newer; please install it, then try again."; \
  say "Making a virtual environment in .venv ..."; \
  create || { \
    system_install "$$("$$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; \
    create || stop "$$python cannot make a virtual environment in .venv."; \
  }; \
fi; \
say "Installing $(3) into .venv ..."; \
$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip || :; \
$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check \
  --editable '$(1)'; \
wanted >.venv/installed; wanted >.venv/$(2)
endef
