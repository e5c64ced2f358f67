# make run: try it.  make check: test it (tests/tests.mk).  README.md tells the rest.

VERSION := 0.1.0
PREFIX  ?= /usr/local
ARCH    ?= sm_90
CC      ?= cc
CXX     ?= c++
CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic -Wshadow
# Numbers must come out the same everywhere: no contraction, nothing reordered.
EXACT   := -ffp-contract=off -fno-math-errno -fno-trapping-math
FLAGS    = -std=c11 -D_POSIX_C_SOURCE=200809L $(CPPFLAGS) $(CFLAGS) $(EXACT) $(WARN) \
           -iquote . -iquote templates -iquote build -DVERSION='"$(VERSION)"'
C        = $(CC) $(FLAGS)
LIBS    := -lm -ldl -pthread

# All cores, unless -j says how many. V=1 shows the commands, -s nothing.
ifeq ($(filter -j% --jobs% --jobserver%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif
ifneq ($(V),1)
Q := @
ifeq ($(findstring s,$(firstword -$(MAKEFLAGS))),)
say = @printf '  %-4s %s\n' $(1) '$(2)'
endif
endif
# What an interrupt leaves is not taken for whole.
.DELETE_ON_ERROR:

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
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

build/libstencilgen.a: $(GENERATOR)
build/libruntime.a: $(RUNTIME)
%.a:
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/grammar.c build/grammar.h &: generator/language/grammar.y | deps-build
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)bison -Wall -o build/grammar.c --header=build/grammar.h $<
build/lexer.c: generator/language/lexer.l | deps-build
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)flex -o $@ $<
build/embedded_files.c: generator/base/embed.sh $(EMBEDDED)
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)sh generator/base/embed.sh $(EMBEDDED) >$@.tmp && mv $@.tmp $@
build/reserved.def: generator/plan/reserved.sh generator/language/grids.def $(TEMPLATES)
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)sh generator/plan/reserved.sh templates generator/language/grids.def >$@.tmp && mv $@.tmp $@
# Headers that are made; from then on the .d files know who includes them.
MADE := build/grammar.h build/reserved.def
OBJECTS := $(GENERATOR) $(RUNTIME) $(call objects,$(MAINS))

$(OBJECTS): | deps-build $(MADE)
build/%.o: build/%.c
	$(call say,CC,$<)
	$(Q)$(C) -MMD -MP -c $< -o $@
build/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -MMD -MP -c $< -o $@
-include $(OBJECTS:.o=.d)

# generated/ is source to read: written here, and compared by `make check`.
.PHONY: generate
generate: build/stencilgen
	sh tests/generate.sh generated

.PHONY: run
run: deps-build all generate
	build/stencilrun --sample 512x512x64 build/src.npy
	build/stencilrun stencils/laplap.stencil --in src=build/src.npy --out dst=build/dst.npy --verify
	build/stencilbench stencils/laplap.stencil

include tests/tests.mk

# Compiles every checked-in kernel; registers, shared memory and spills.
.PHONY: kernels
kernels:
	ARCH=$(ARCH) sh tests/kernels/nvcc.sh

.PHONY: check-gpu bench tables
check-gpu:
	sh tests/gpu/gpu.sh
	sh tests/gpu/gpu_bench.sh
	sh tests/gpu/gpu_smith.sh
# TOPIC=thesis, regular, sparse or sparse_cpu: one of the pages. PART=1: part of what it needs, as listed in
# runtime/results/TOPIC.runs. PART=page GPU=h200: only the page, from what was measured.
tables:
	test -x build/stencilreport || $(MAKE) all
	GPU=$(GPU) TOPIC=$(TOPIC) sh runtime/tables.sh $(PART)
bench:
	test -x build/stencilbench || $(MAKE) all
	build/stencilbench $(STENCILS)

# What Debian calls what is needed. Installs as root, else says what to do.
.PHONY: deps deps-build deps-check
deps: deps-check
deps-build:
	@sh tests/deps.sh cc:gcc c++:g++ bison:bison flex:flex
deps-check: deps-build
	@sh tests/deps.sh cc:gcc c++:g++ bison:bison flex:flex pkg-config:pkg-config check.pc:check

.PHONY: install
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/stencilgen/stencils
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(STENCILS) $(DESTDIR)$(PREFIX)/share/stencilgen/stencils

.PHONY: clean
clean:
	rm -rf build
