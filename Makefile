# make run: try it.  make check: test it.  README.md tells the rest.

VERSION := 0.1.0
PREFIX  ?= /usr/local
ARCH    ?= sm_90
CC      ?= cc
CXX     ?= c++
CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic -Wshadow
# Numbers must come out the same everywhere: no contraction, nothing reordered.
EXACT   := -ffp-contract=off -fno-math-errno -fno-trapping-math
C        = $(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(CPPFLAGS) $(CFLAGS) $(EXACT) $(WARN) \
           -iquote . -iquote templates -iquote build -DVERSION='"$(VERSION)"'
LIBS    := -lm -ldl -pthread

STENCILS  := $(sort $(wildcard stencils/*.stencil))
TEMPLATES := $(sort $(wildcard templates/*.* templates/*/*.tmpl templates/*/*/*.tmpl))
HOST      := $(sort $(wildcard runtime/host/*.[ch]))
EMBEDDED  := $(TEMPLATES) $(HOST) runtime/device/device.cu runtime/device/device.h runtime/chart/chart.css $(sort $(wildcard runtime/kernels/*))
MAINS     := generator/main.c generator/options.c $(patsubst %,runtime/%.c,stencilrun stencilbench stencilreport)

objects    = $(patsubst %.c,build/%.o,$(1))
GENERATOR := $(call objects,$(filter-out $(MAINS),$(sort $(wildcard generator/*.c generator/*/*.c generator/*/*/*.c)))) \
             build/lexer.o build/grammar.o build/embedded_files.o
RUNTIME   := $(call objects,$(filter-out $(MAINS),$(filter-out runtime/host/%,$(sort $(wildcard runtime/*.c runtime/[!hk]*/*.c)))))
PROGRAMS  := build/stencilgen build/stencilrun build/stencilbench build/stencilreport

.PHONY: all
all: $(PROGRAMS)

build/stencilgen: build/generator/main.o build/generator/options.o build/libstencilgen.a
build/stencilrun: build/runtime/stencilrun.o build/libruntime.a build/libstencilgen.a
build/stencilbench: build/runtime/stencilbench.o build/libruntime.a build/libstencilgen.a
build/stencilreport: build/runtime/stencilreport.o build/libruntime.a build/libstencilgen.a
$(PROGRAMS):
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

build/libstencilgen.a: $(GENERATOR)
build/libruntime.a: $(RUNTIME)
%.a:
	rm -f $@ && $(AR) rcs $@ $^

build/grammar.c build/grammar.h &: generator/language/grammar.y | deps-build
	@mkdir -p build
	bison -Wall -o build/grammar.c --header=build/grammar.h $<
build/lexer.c: generator/language/lexer.l | deps-build
	@mkdir -p build
	flex -o $@ $<
build/embedded_files.c: generator/base/embed.sh $(EMBEDDED)
	@mkdir -p build
	sh generator/base/embed.sh $(EMBEDDED) >$@.tmp && mv $@.tmp $@
build/reserved.def: generator/plan/reserved.sh $(TEMPLATES)
	@mkdir -p build
	sh generator/plan/reserved.sh templates >$@.tmp && mv $@.tmp $@
build/lexer.o build/generator/language/parse.o: build/grammar.h
build/generator/plan/names.o: build/reserved.def

build/%.o: build/%.c
	$(C) -MMD -MP -c $< -o $@
build/%.o: %.c
	@mkdir -p $(@D)
	$(C) -MMD -MP -c $< -o $@
-include $(wildcard build/*.d build/*/*.d build/*/*/*.d build/*/*/*/*.d)

# generated/ is source to read: written here, and compared by `make check`.
.PHONY: generate
generate: build/stencilgen
	sh tests/generate.sh generated

.PHONY: run
run: deps-build all generate
	build/stencilrun --sample 512x512x64 build/src.npy
	build/stencilrun stencils/laplap.stencil --in src=build/src.npy --out dst=build/dst.npy --verify
	build/stencilbench stencils/laplap.stencil

.PHONY: check check-all
check: deps-check all build/tests/check build/tests/replay build/tests/stencilsmith
	sh tests/all.sh
check-all: deps-check all build/tests/check build/tests/replay build/tests/stencilsmith
	FULL=1 sh tests/all.sh

# check_NAME.c has the suite NAME_suite.
UNITS  := $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
SUITES := $(patsubst check_%.c,%,$(filter check_%,$(notdir $(UNITS))))
$(call objects,$(UNITS)): | deps-check
build/tests/suites.def: FORCE
	@mkdir -p $(@D)
	@printf 'SUITE(%s)\n' $(SUITES) | cmp -s - $@ || printf 'SUITE(%s)\n' $(SUITES) >$@
.PHONY: FORCE
FORCE:
build/tests/unit/run_suites.o: build/tests/suites.def
build/tests/check: $(call objects,$(UNITS)) build/tests/by_hand.a build/libruntime.a build/libstencilgen.a
	$(CXX) $(LDFLAGS) $^ $$(pkg-config --libs check) $(LIBS) -o $@
build/tests/replay: tests/fuzz/language.c build/libstencilgen.a
	@mkdir -p $(@D)
	$(C) -DREPLAY $^ $(LIBS) -o $@
build/tests/stencilsmith: tests/kernels/stencilsmith.c
	@mkdir -p $(@D)
	$(C) $^ -o $@

# Kernels written by hand, for the tests of runtime/host.
BY_HAND := $(patsubst %.cu,build/%.o,$(sort $(wildcard tests/kernels/by_hand/*.cu)))
build/tests/by_hand.a: $(BY_HAND) build/tests/kernels/by_hand/sample.o $(call objects,$(sort $(wildcard runtime/host/*.c)))
build/tests/kernels/by_hand/%.o: tests/kernels/by_hand/%.cu $(HOST)
	@mkdir -p $(@D)
	$(CXX) -x c++ -std=c++17 -O1 -g $(EXACT) -Wall -Wextra -Wshadow -Wno-unknown-pragmas -Wno-unused-parameter \
		-iquote . -Itemplates -include runtime/host/cuda_on_host.h -c $< -o $@
build/tests/unit/runtime/check_host.o build/tests/kernels/by_hand/sample.o: CPPFLAGS += -Iruntime/host -Itemplates

# Compiles every checked-in kernel; registers, shared memory and spills.
.PHONY: kernels
kernels:
	ARCH=$(ARCH) sh tests/kernels/nvcc.sh

.PHONY: check-gpu bench tables
check-gpu:
	sh tests/gpu/gpu.sh
	sh tests/gpu/gpu_bench.sh
# TOPIC=thesis, regular, sparse or sparse_cpu: one of the pages. PART=1: part of what it needs, as listed in
# runtime/results/TOPIC.runs. PART=page GPU=h200: only the page, from what was measured.
tables:
	test -x build/stencilreport || $(MAKE) all
	GPU=$(GPU) TOPIC=$(TOPIC) sh runtime/tables.sh $(PART)
bench:
	test -x build/stencilbench || $(MAKE) all
	build/stencilbench $(STENCILS)

.PHONY: sanitize fuzz
sanitize:
	$(MAKE) build/sanitized/stencilgen
	STENCILGEN=build/sanitized/stencilgen sh tests/golden.sh
	for test in tests/stencilgen/*.sh; do STENCILGEN=build/sanitized/stencilgen sh $$test || exit 1; done
	STENCILGEN=build/sanitized/stencilgen LIMIT=10 sh tests/faults/hostile.sh
build/sanitized/stencilgen: $(wildcard generator/*.[chyl] generator/*/*.[chyl] generator/*/*.def generator/*/*/*.[ch]) build/grammar.c build/lexer.c build/embedded_files.c build/reserved.def
	mkdir -p build/sanitized
	$(C) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -o $@ \
		$(wildcard generator/*.c generator/*/*.c generator/*/*/*.c) build/grammar.c build/lexer.c build/embedded_files.c $(LIBS)
fuzz: build/grammar.c build/lexer.c build/embedded_files.c build/reserved.def
	mkdir -p build/tests build/corpus
	clang -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -fsanitize=fuzzer,address,undefined \
		-iquote . -iquote build -o build/tests/fuzz tests/fuzz/language.c \
		$(filter-out $(MAINS),$(wildcard generator/*.c generator/*/*.c generator/*/*/*.c)) build/grammar.c build/lexer.c build/embedded_files.c $(LIBS)
	build/tests/fuzz -max_total_time=$(or $(SECONDS),60) build/corpus tests/fuzz/corpus/language

# What Debian calls what is needed. Installs as root, else says what to do.
.PHONY: deps deps-build deps-check
deps: deps-check
deps-build:
	@sh tests/deps.sh cc:gcc c++:g++ bison:bison flex:flex
deps-check:
	@sh tests/deps.sh cc:gcc c++:g++ bison:bison flex:flex pkg-config:pkg-config check.pc:check

.PHONY: install
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/stencilgen/stencils
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(STENCILS) $(DESTDIR)$(PREFIX)/share/stencilgen/stencils

.PHONY: clean
clean:
	rm -rf build
