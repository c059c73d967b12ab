# Needs only make and Python 3.11 or newer. Whatever else a target needs is installed into .venv, once,
# and again when pyproject.toml or constraints.txt has changed.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PINS   := pyproject.toml constraints.txt
# It looks through an index in half the time that the pip of Python 3.11 takes, which does where this one isn't to be had.
PIP    := pip==26.3
FIGURES ?= build/bench

# What is compiled once needn't be compiled again by each of the many processes of the tests.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play run quick test soak lint check bench faults gallery pins clean

help:
	@echo "make play    play in your browser, without a token or Discord"
	@echo "make run     connect to Discord with DISCORD_TOKEN"
	@echo "make quick   the tests that take a moment"
	@echo "make test    the tests of every part"
	@echo "make soak    the tests that take long"
	@echo "make lint    ruff and mypy"
	@echo "make check   lint and test"
	@echo "make bench   how fast it is on this machine"
	@echo "make faults  what it keeps of its promises under faults, in a quarter of an hour"
	@echo "make gallery draw the pictures of docs/gallery anew"
	@echo "make pins    write pins.txt anew: what Docker installs, with hashes"
	@echo "make clean   remove what these targets made, but no table of yours"

play: $(VENV)/.play
	@$(PY) -m sandbox

run: $(VENV)/.run
	@$(PY) -m bot

quick: $(VENV)/.dev
	@$(PY) -m pytest -m "not slow and not soak"

test: $(VENV)/.dev
	@$(PY) -m pytest

soak: $(VENV)/.dev
	@$(PY) -m pytest -m soak

lint: $(VENV)/.dev
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --check --quiet
	@$(PY) -m mypy --no-error-summary

check: lint test

bench: $(VENV)/.bench
	@mkdir -p $(FIGURES)
	@for each in bench bench.waits bench.beginnings bench.pictures bench.answers bench.daily bench.storage bench.start bench.clocks bench.rivals bench.replay bench.whole; do \
		echo; echo "$$each"; $(PY) -m $$each --json $(FIGURES)/$$each.json || exit 1; done

faults: $(VENV)/.run
	@mkdir -p $(FIGURES)
	@$(PY) -m bench.faults --json $(FIGURES)/bench.faults.json

gallery: $(VENV)/.dev
	@$(PY) -m tests.gallery.draw

# One that is installed by Docker is one of constraints.txt: tests/test_pins.py holds them against each other.
pins: $(VENV)/.pins
	@$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--constraints constraints.txt --custom-compile-command "make pins" --output-file pins.txt pyproject.toml

clean:
	@rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Herald needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	@$(PY) -m pip install -qq --disable-pip-version-check --no-compile $(PIP) 2>/dev/null || true

# -qq: no chatter, errors only.
install = @echo "Installing into $(VENV) ..." >&2; \
	$(PY) -m pip install -qq --disable-pip-version-check -c constraints.txt -e "$(1)"

$(VENV)/.run: $(PINS) | $(PY)
	$(call install,.)
	@touch $@

# A player needs neither what only hosts use nor a package of the project, and compiles what is imported, not all.
$(VENV)/.play: $(PINS) | $(PY)
	@echo "Installing into $(VENV) ..." >&2
	@$(PY) -m sandbox.needs > $(VENV)/needs.txt
	@$(PY) -m pip install -qq --disable-pip-version-check --no-compile -c constraints.txt -r $(VENV)/needs.txt
	@touch $@

$(VENV)/.bench: $(PINS) | $(PY)
	$(call install,.[bench])
	@touch $(VENV)/.run $@

$(VENV)/.pins: $(PINS) | $(PY)
	$(call install,.[pins])
	@touch $(VENV)/.run $@

$(VENV)/.dev: $(PINS) | $(PY)
	$(call install,.[dev])
	@touch $(VENV)/.run $(VENV)/.play $@
