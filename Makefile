# Thin by intent: each target is one Maven line, shown by `make help`.
MVN ?= ./mvnw -B

.DEFAULT_GOAL := help
.PHONY: help check fmt test soak interop api docs site bench frameworks quickstart

help: ## List the targets with what they run
	@awk -F ':.*## ' '/^[a-z]+:.*## / && $$1 != "help" {printf "%-11s %s\n", $$1, $$2; getline; sub(/^\t\$$\(MVN\)/, "$(MVN)"); printf "%-11s   %s\n", "", $$0}' Makefile

check: ## Everything that a change must pass: compile, lint, format, tests, architecture rules
	$(MVN) verify

fmt: ## Format all Java sources
	$(MVN) -q spotless:apply

test: ## The tests alone, without the lint: the quick loop
	$(MVN) test -DskipLint

soak: ## The tests with their counts in full: gigabytes, hundreds of kills, ten times the random cases
	$(MVN) test -Psoak -DskipLint

interop: ## What others wrote, fetched by npm: documents, servers, an agent, the conformance suite; a page in Chromium
	$(MVN) test -Pinterop -DskipLint -Dsurefire.failIfNoSpecifiedTests=false -pl harbor-tools-openapi,harbor-tools-mcp,harbor-tools-a2a,harbor-examples -am

api: ## Compare the public API with the last release (BASELINE=x.y.z)
	$(MVN) verify -Papi -DskipTests $(if $(BASELINE),-Dapi.baseline=$(BASELINE))

docs: ## Build the Javadoc; any warning fails
	$(MVN) package -Prelease -DskipTests

site: ## Render the pages to docs/target/site/index.html
	$(MVN) -q package -pl docs -am -DskipTests -DskipLint

bench: ## Run the benchmarks and print one table (JDK=/path/to/another, ARGS="rounds=3 iterations=5"; MAIN=IdleRuns or SharedCommits for others)
	$(MVN) -q verify -Pbench -pl harbor-benchmarks -am -DskipTests $(if $(MAIN),-Dbench.main=dev.harbor.benchmarks.$(MAIN)) $(if $(JDK),-Dbench.jdk=$(JDK)) $(if $(ARGS),-Dbench.args="$(ARGS)")

frameworks: ## What becomes of the same tool and the same input in other frameworks and in Harbor: docs/reference/frameworks.md
	$(MVN) -q verify -Pbench -pl harbor-benchmarks -am -DskipTests -Dbench.main=dev.harbor.benchmarks.matrix.FrameworkMatrix

quickstart: ## Run the example of the README
	$(MVN) -q compile exec:java -pl harbor-examples -am
