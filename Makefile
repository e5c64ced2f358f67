# make run: try it.  make check: test it (tests/tests.mk).  README.md tells the rest.

VERSION := 1.0.0
PREFIX  ?= /usr/local
ARCH    ?= sm_90
CC      ?= cc
# Not make's own default, g++.
CXX     := $(if $(filter default undefined,$(origin CXX)),c++,$(CXX))
OBJCOPY ?= objcopy
# -g1: functions and lines of a backtrace, which builds faster than all of -g; a debugger needs -g to show variables.
CFLAGS  ?= -O2 -g1
WARN    := -Wall -Wextra -Wpedantic -Wshadow
# Numbers must come out the same everywhere: no contraction, nothing reordered.
EXACT   := -ffp-contract=off -fno-math-errno -fno-trapping-math
# NetCDF files, where libnetcdf's header is found; NETCDF= builds without. The library is loaded when
# a file needs it.
ifeq ($(origin NETCDF),undefined)
NETCDF  := $(shell { pkg-config --cflags netcdf || nc-config --cflags; } 2>/dev/null && echo yes)
ABSENT  := $(if $(NETCDF),,libnetcdf)
endif
# Tests that call make build the same programs, though libnetcdf may have come with what they need.
export NETCDF
FLAGS    = -std=c11 -fPIC -fvisibility=hidden -D_POSIX_C_SOURCE=200809L $(CPPFLAGS) $(filter -%,$(NETCDF)) $(CFLAGS) $(EXACT) \
           $(WARN) -iquote . -iquote templates -iquote build -DVERSION='"$(VERSION)"'
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
EMBEDDED  := $(TEMPLATES) $(HOST) $(wildcard runtime/device/*.cu runtime/device/*.cuh) runtime/device/device.h runtime/device/hip_names.h $(sort $(wildcard runtime/exchange/*)) runtime/chart/chart.css $(sort $(wildcard runtime/kernels/*))
MAINS     := generator/main.c generator/options.c $(patsubst %,runtime/%.c,stencilrun stencilbench stencilreport)

objects    = $(patsubst %.c,build/%.o,$(1))
GENERATOR := $(call objects,$(filter-out $(MAINS),$(sort $(wildcard generator/*.c generator/*/*.c generator/*/*/*.c)))) \
             build/lexer.o build/grammar.o build/embedded_files.o
UNUSED    := $(MAINS) runtime/host/% $(if $(NETCDF),%_absent.c,$(patsubst %,runtime/formats/netcdf_%.c,library variable size read write table coordinates))
RUNTIME   := $(call objects,$(filter-out $(UNUSED),$(sort $(wildcard runtime/*.c runtime/[!hk]*/*.c runtime/[!hk]*/*/*.c))))
PROGRAMS  := build/stencilgen build/stencilrun build/stencilbench build/stencilreport

.PHONY: all absent
all: $(PROGRAMS) build/libstencil.a build/libstencil.so.1 absent
# What is optional and was looked for in vain.
absent:
	$(if $(ABSENT),$(call say,NOTE,built without NetCDF files: $(ABSENT) was not found (on Debian: libnetcdf-dev)))

# What only reads and writes text is built in less time, and is as fast.
$(filter-out build/generator/interpret/%,$(GENERATOR)): CFLAGS := $(patsubst -O2,-O1,$(CFLAGS))
# What goes through columns on the host is to be vectorised.
build/runtime/partition/reduce_columns.o: CFLAGS += -O3

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
	$(Q)rm -f $@ && $(AR) qcs $@ $^

# The library for users: what is not public is no longer a symbol.
LIBRARY := $(call objects,$(sort $(wildcard runtime/library/*.c)))
build/libstencil.o: $(LIBRARY) build/libruntime.a build/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(LD) -r -o $@ $(LIBRARY) --start-group build/libruntime.a build/libstencilgen.a --end-group
	$(Q)$(OBJCOPY) --localize-hidden $@
build/libstencil.a: build/libstencil.o
build/libstencil.so.1: build/libstencil.o
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libstencil.so.1 -Wl,-z,defs $^ $(LIBS) -o $@

build/grammar.c build/grammar.h &: generator/language/grammar.y | deps-build
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)bison -Wall -o build/grammar.c --header=build/grammar.h $<
build/lexer.c: generator/language/lexer.l | deps-build
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)flex -o $@ $<
# What is renamed or deleted has no newer date: the list of files is compared, too.
ifneq ($(file <build/embedded_list),$(EMBEDDED))
build/embedded_list: FORCE
endif
build/embedded_list:
	@mkdir -p build
	@printf '%s\n' '$(EMBEDDED)' >$@
build/embedded_files.c: generator/base/embed.sh build/embedded_list $(EMBEDDED)
	@mkdir -p build
	$(call say,GEN,$@)
	$(Q)sh generator/base/embed.sh $(EMBEDDED) >$@.tmp && mv $@.tmp $@
# A header that is made; from then on the .d files know who includes it.
MADE := build/grammar.h
OBJECTS := $(GENERATOR) $(RUNTIME) $(call objects,$(MAINS))

# Other flags make other objects. Several makes may run at a time.
COMPILED_WITH := $(FLAGS)
ifneq ($(file <build/flags),$(COMPILED_WITH))
build/flags: FORCE
endif
build/flags:
	@mkdir -p build
	@printf '%s\n' '$(subst ','\'',$(COMPILED_WITH))' >$@
.PHONY: FORCE
FORCE:

$(OBJECTS): build/flags | deps-build $(MADE)
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
	BACKEND=cuda sh tests/stencilrun/ranks.sh
	PARTS=bits sh tests/gpu/gpu_mesh.sh
	sh tests/gpu/gpu_bench.sh
	sh tests/gpu/gpu_programs.sh
	sh tests/gpu/gpu_ranks.sh
	sh tests/gpu/gpu_smith.sh
	sh tests/gpu/library.sh
	sh tests/gpu/python.sh
# TOPIC=thesis, regular, sparse, sparse_cpu or mesh: one of the pages. PART=1: part of what it needs, as listed in
# runtime/results/TOPIC.runs. PART=page GPU=h200: only the page, from what was measured.
tables:
	test -x build/stencilreport || $(MAKE) all
	GPU=$(GPU) TOPIC=$(TOPIC) sh runtime/tables.sh $(PART)
bench:
	test -x build/stencilbench || $(MAKE) all
	build/stencilbench $(STENCILS)

# What Debian calls what is needed. Installs as root, else says what to do. Building needs deps-build alone; libnetcdf is optional, and
# `make` reports its absence.
.PHONY: deps deps-build deps-check
deps: deps-check
deps-build:
	@sh tests/deps.sh cc:gcc c++:g++ bison:bison flex:flex
deps-check: deps-build
	@sh tests/deps.sh pkg-config:pkg-config check.pc:check
	@sh tests/deps.sh --optional gfortran:gfortran cmake:cmake mandoc:mandoc numpy.py:python3-numpy \
		setuptools.py:python3-setuptools wheel.py:python3-wheel ensurepip.py:python3-venv
	@sh tests/deps.sh --optional mpicc:libopenmpi-dev mpirun:openmpi-bin
	@sh tests/deps.sh --optional netcdf.pc:libnetcdf-dev ncgen:netcdf-bin xmllint:libxml2-utils rsvg-convert:librsvg2-bin

include runtime/packaging/install.mk

.PHONY: clean
clean:
	rm -rf build
