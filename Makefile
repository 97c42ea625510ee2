# SPDX-License-Identifier: MIT
# Pocket Teletype. `make play` and `make test` do their own set-up on a new machine; everything
# that is downloaded or built goes into .cache.

VENV := .cache/venv
PYTHON := $(VENV)/bin/python
BEGUN := $(VENV)/.begun
READY := $(VENV)/.ready
PLAYS := $(VENV)/.plays

# compile modules once, into the cache, whatever the environment says
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/.cache/bytecode

.PHONY: help setup play page quick images collected test test-heavy test-pico2 lint bench mutants release clean

help:
	@echo "make play    play on the emulated handheld in this terminal"
	@echo "make page    build it for a browser: dist/pocket-teletype.html"
	@echo "make quick   run lint and a case of each quick test on this Python, a minute"
	@echo "make test    run lint and the tests on this Python, the Unix port and the emulated Pico"
	@echo "make test-heavy  test the page in a browser, eight boards at once, second builds"
	@echo "make test-pico2  run all board tests on the emulated Pico 2"
	@echo "make lint    run only the checks: ruff, mypy, TypeScript, prose"
	@echo "make bench   measure the project's figures"
	@echo "make mutants plant small mistakes in the firmware for the tests to find; half an hour"
	@echo "make release build images, zips, packages and the manual in dist"
	@echo "make setup   install Python packages into $(VENV)"
	@echo "make clean   remove .cache"

setup: $(READY)

$(BEGUN): pyproject.toml constraints.txt
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; this is `python3 --version`"; exit 1; }
	@python3 -m venv --clear $(VENV) || \
		{ echo "python3 cannot make a venv; on Debian: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check -c constraints.txt pip tqdm
	@touch $@

$(READY): $(BEGUN)
	@$(PYTHON) -m host_tools.build.setup
	@touch $@

# what play needs comes first; everything else is installed when it is wanted
$(PLAYS): $(BEGUN)
	@$(PYTHON) -m host_tools.build.setup play
	@touch $@

play: $(or $(wildcard $(READY)),$(PLAYS))
	@$(PYTHON) -m host_tools play

page: $(READY)
	@$(PYTHON) -m host_tools page

lint: $(READY)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m host_tools lab lint
	$(VENV)/bin/zizmor --offline --quiet .github

quick: lint
	$(PYTHON) -m pytest -n 2 -q --first -m "not unix and not pico and not slow and not heavy"

test: $(BEGUN)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint images collected
	$(PYTHON) -m pytest -n 3 --dist worksteal -m "not heavy"

# compile the tests once, or each of pytest's workers does so; pytest itself tells what is wrong
collected: $(READY)
	-@$(PYTHON) -m pytest --collect-only -qq -m "not heavy" > /dev/null 2>&1

# the light tests need the Pico's alone; none needs the packages that $(READY) waits for
images: $(BEGUN)
	$(PYTHON) -m host_tools build all --without pico2 --without thumby --without plain

test-heavy: $(READY)
	$(PYTHON) -m host_tools build all
	$(PYTHON) -m pytest -n 2 --dist worksteal -m heavy

test-pico2: $(READY)
	$(PYTHON) -m host_tools build all
	$(PYTHON) -m pytest -n 2 --dist worksteal --board pico2 -m pico tests/board

bench: $(READY)
	@$(PYTHON) -m host_tools lab bench

mutants: $(READY)
	@$(PYTHON) -m host_tools lab mutants

release: $(READY)
	@$(PYTHON) -m host_tools release

clean:
	rm -rf .cache
