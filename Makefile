# Agent Island. "make" alone lists what there is.
.POSIX:
.SUFFIXES:

APP     = bin/agentisland
PACKAGE = ./cmd/agentisland
# Asked of git when a command runs; a source archive without git says "dev".
VERSION = `git describe --tags --always --dirty 2>/dev/null || echo dev`
LDFLAGS = -s -w -X main.version=$(VERSION)

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r t d; do printf '  make %-13s %s\n' "$$t" "$$d"; done

run: build ## build and start the program
	@$(APP)

demo: build ## start it with made-up sessions
	@$(APP) demo

build: ## build bin/agentisland for this machine
	@go build -trimpath -ldflags "$(LDFLAGS)" -o $(APP) $(PACKAGE)

windows: ## build bin/agentisland.exe for Windows
	@CGO_ENABLED=0 GOOS=windows GOARCH=amd64 go build -trimpath -ldflags "$(LDFLAGS) -H=windowsgui" -o $(APP).exe $(PACKAGE)

test: ## every test this machine can run; STAGES="race lint" for some
	@scripts/test.sh $(STAGES)

lint: ## format, vet and static checks
	@scripts/test.sh format vet lint

mutate: ## check the tests: change the program in small ways, some test must fail
	@go run ./scripts/mutate

format: ## format all Go files
	@mkdir -p bin/tools && go -C tools build -o "$$PWD/bin/tools/" tool && bin/tools/gofumpt -w cmd internal scripts

darwin-check: ## compile, vet and type-check the macOS build without a Mac
	@scripts/test.sh darwin

clean: ## remove what was built here
	@rm -rf bin dist

.PHONY: help run demo build windows test lint mutate format darwin-check clean
