# What a person types. Everything it runs lies in scripts/ and CMakePresets.json.
JOBS ?= $(shell nproc)
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help setup demo build check test test-cluster bench python docs package format lint clean

help: ## this list
	@echo "Flangeway: how a railway vehicle runs on a track"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
	@echo "JOBS=$(JOBS) compilers and tests run at the same time; JOBS=1 needs the least memory."

setup: ## installs the Debian or Ubuntu packages that are missing
	@scripts/setup

demo: ## builds the program, runs a wagon through a curve and makes a report of it
	@scripts/setup --demo
	@JOBS=$(JOBS) scripts/demo

build: setup ## builds all of it (build/release)
	@JOBS=$(JOBS) scripts/build release

check: setup ## builds and runs all tests but the longest, in release: while you work
	@JOBS=$(JOBS) scripts/test --quick

test: setup ## builds and runs all tests, then the tests under the sanitizers
	@JOBS=$(JOBS) scripts/test

test-cluster: build ## studies on a real Slurm with two nodes on this machine
	@scripts/setup --cluster || true
	@scripts/test_cluster

bench: build ## measures; the results are in build/bench.json
	@scripts/bench.py

python: setup ## builds the Python module; PYTHONPATH=build/release/python finds it
	@JOBS=$(JOBS) scripts/build release python

docs: setup ## makes the documentation as a site: build/docs/html/index.html
	@scripts/setup --docs
	@JOBS=$(JOBS) scripts/build release flangeway python
	@scripts/docs

package: setup ## makes the Debian packages in build/release/packages
	@JOBS=$(JOBS) scripts/build release flangeway flangeway_shared flangeway_contact_shared flangeway_shell python
	@cd build/release && cpack

format: setup ## formats the sources
	@scripts/sources | xargs clang-format -i

lint: build ## clang-tidy over all sources (slow)
	@scripts/setup --lint
	@JOBS=$(JOBS) scripts/lint

clean: ## removes build/
	rm -rf build
