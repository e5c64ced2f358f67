# Building and running what is in tests/; a part of ../Makefile.

# make check: all that a change must pass. make check-all: the long parts, too; BUDGET=SECONDS
# leaves out those that would begin later. make sanitize: all four programs under ASan
# and UBSan. make fuzz SECONDS=60 TARGET=csv: one reader or, without TARGET, all. make soak
# MINUTES=60: goes on with everything that is random. make coverage: what no test reaches.
TESTED := build/tests/check build/tests/replay build/tests/stencilsmith build/tests/compare_evaluators build/tests/metamorphic build/tests/reduce build/tests/run_campaign build/tests/step_rows
.PHONY: check check-all tested sanitize fuzz soak coverage
tested: deps-check all package $(TESTED)
check: tested
	+@sh tests/all.sh
check-all: tested sanitized
	+@FULL=1 BUDGET=$(BUDGET) sh tests/all.sh
sanitize: all sanitized
	+sh tests/sanitize.sh

# check_NAME.c has the suite NAME_suite.
UNITS  := $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c tests/unit/*/*/*.c))
SUITES := $(patsubst check_%.c,%,$(filter check_%,$(notdir $(UNITS))))
$(call objects,$(UNITS)): | deps-check $(MADE)
build/tests/suites.def: FORCE
	@mkdir -p $(@D)
	@printf 'SUITE(%s)\n' $(SUITES) | cmp -s - $@ || printf 'SUITE(%s)\n' $(SUITES) >$@
build/tests/unit/run_suites.o: build/tests/suites.def
build/tests/check: $(call objects,$(UNITS)) build/tests/by_hand.a build/libruntime.a build/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(CXX) $(LDFLAGS) -Wl,--wrap=_mark_point $^ $$(pkg-config --libs check) $(LIBS) -o $@
build/tests/stencilsmith: tests/random/stencilsmith.c $(wildcard tests/random/smith*.c) tests/random/smith.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) $(filter %.c,$^) -o $@
build/tests/compare_evaluators: $(call objects,$(sort $(wildcard tests/random/evaluator/*.c))) build/libruntime.a build/libstencilgen.a
CAMPAIGN := $(call objects,$(sort $(wildcard tests/campaign/*.c)))
$(CAMPAIGN): | deps-build $(MADE)
build/tests/run_campaign: $(CAMPAIGN) build/libruntime.a build/libstencilgen.a
build/tests/reduce: build/tests/random/reduce.o
build/tests/metamorphic: build/tests/random/metamorphic.o build/libstencilgen.a
build/tests/step_rows: build/tests/ranks/step_rows.o build/libruntime.a build/libstencilgen.a
build/tests/run_campaign build/tests/step_rows build/tests/compare_evaluators build/tests/metamorphic build/tests/reduce:
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

# Kernels written by hand, for the tests of runtime/host.
BY_HAND := $(patsubst %.cu,build/%.o,$(sort $(wildcard tests/kernels/by_hand/*.cu)))
build/tests/by_hand.a: $(BY_HAND) build/tests/kernels/by_hand/sample.o $(call objects,$(sort $(wildcard runtime/host/*.c)))
build/tests/kernels/by_hand/%.o: tests/kernels/by_hand/%.cu tests/kernels/by_hand/sample.h $(wildcard templates/*.h) $(HOST) | deps-build
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) -x c++ -std=c++17 -O1 -g $(EXACT) -Wall -Wextra -Wshadow -Wno-unknown-pragmas -Wno-unused-parameter \
		-iquote . -Itemplates -include runtime/host/cuda_on_host.h -c $< -o $@
build/tests/unit/runtime/check_host.o build/tests/kernels/by_hand/sample.o: CPPFLAGS += -Iruntime/host -Itemplates

# Fuzz targets: tests/fuzz/NAME.c feeds bytes to a reader. replay FILE... does so with files
# in folders of the targets' names.
TARGETS := $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/replay.c,$(sort $(wildcard tests/fuzz/*.c))))
build/tests/targets.def: FORCE
	@mkdir -p $(@D)
	@printf 'TARGET(%s)\n' $(TARGETS) | cmp -s - $@ || printf 'TARGET(%s)\n' $(TARGETS) >$@
build/tests/fuzz/replay.o: build/tests/targets.def
REPLAY := $(patsubst %,build/tests/fuzz/%.o,$(TARGETS) replay lib/bytes lib/scratch)
renamed = -DLLVMFuzzerTestOneInput=fuzz_$(basename $(notdir $<))
$(patsubst %,build/tests/fuzz/%.o,$(TARGETS)) $(patsubst %,build/sanitized/tests/fuzz/%.o,$(TARGETS)): CPPFLAGS += $(renamed)
build/tests/replay: $(REPLAY) build/libruntime.a build/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

# flavour NAME,COMPILER,FLAGS: libraries and programs of another kind, in build/NAME.
inside = $(patsubst build/%,build/$(1)/%,$(2))
define flavour
# Other flags make other objects.
compiled_with_$(1) := $(2) $$(FLAGS) $(3)
ifneq ($$(file <build/$(1)/flags),$$(compiled_with_$(1)))
build/$(1)/flags: FORCE
endif
build/$(1)/flags:
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$$(compiled_with_$(1)))' >$$@
build/$(1)/%.o: build/%.c build/$(1)/flags | $$(MADE)
	@mkdir -p $$(@D)
	$$(call say,CC,$$< ($(1)))
	$$(Q)$(2) $$(FLAGS) -O1 -g1 $(3) -MMD -MP -c $$< -o $$@
build/$(1)/%.o: %.c build/$(1)/flags | deps-build $$(MADE)
	@mkdir -p $$(@D)
	$$(call say,CC,$$< ($(1)))
	$$(Q)$(2) $$(FLAGS) -O1 -g1 $(3) -MMD -MP -c $$< -o $$@
build/$(1)/libstencilgen.a: $$(call inside,$(1),$$(GENERATOR))
build/$(1)/libruntime.a: $$(call inside,$(1),$$(RUNTIME))
build/$(1)/stencilgen: build/$(1)/generator/main.o build/$(1)/generator/options.o build/$(1)/libstencilgen.a
$(patsubst %,build/$(1)/stencil%,run bench report): build/$(1)/stencil%: build/$(1)/runtime/stencil%.o \
		build/$(1)/libruntime.a build/$(1)/libstencilgen.a
$(patsubst %,build/$(1)/stencil%,gen run bench report):
	$$(call say,LINK,$$@)
	$$(Q)$(2) $(3) $$^ $$(LIBS) -o $$@
endef
CLANG ?= clang
# STRICT_MEMORY: lists move whenever they grow, and objects of arenas are allocations of their own.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DSTRICT_MEMORY
# -Og: checks are compiled in a quarter less time than by -O1, and run as fast.
$(eval $(call flavour,sanitized,$(CC),-Og $(SANITIZE)))
$(eval $(call flavour,threads,$(CC),-fsanitize=thread))
$(eval $(call flavour,fuzzed,$(CLANG),$(SANITIZE) -fsanitize=fuzzer-no-link))
$(eval $(call flavour,covered,$(CC),-O0 --coverage))
.PHONY: sanitized covered
build/sanitized/tests/fuzz/replay.o: build/tests/targets.def
build/sanitized/replay: $(call inside,sanitized,$(REPLAY)) build/sanitized/libruntime.a build/sanitized/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZE) $^ $(LIBS) -o $@
build/sanitized/strict_memory: build/sanitized/tests/faults/strict_memory.o build/sanitized/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZE) $^ $(LIBS) -o $@
sanitized: $(call inside,sanitized,$(PROGRAMS)) build/sanitized/replay build/sanitized/strict_memory
covered: $(call inside,covered,$(PROGRAMS))
build/fuzzed/%: build/fuzzed/tests/fuzz/%.o build/fuzzed/tests/fuzz/lib/bytes.o build/fuzzed/tests/fuzz/lib/scratch.o build/fuzzed/libruntime.a build/fuzzed/libstencilgen.a
	$(call say,LINK,$@)
	$(Q)$(CLANG) $(SANITIZE) -fsanitize=fuzzer $^ $(LIBS) -o $@
fuzz: $(patsubst %,build/fuzzed/%,$(or $(TARGET),$(TARGETS)))
	+sh tests/fuzz.sh $(or $(SECONDS),60) $(or $(TARGET),$(TARGETS))
soak: all sanitized $(TESTED) $(patsubst %,build/fuzzed/%,$(TARGETS))
	+sh tests/soak.sh $(or $(MINUTES),60)
coverage: covered
	+sh tests/coverage.sh

TEST_OBJECTS := $(call objects,$(UNITS) $(sort $(wildcard tests/random/*/*.c)) tests/random/metamorphic.c tests/random/reduce.c) \
                $(REPLAY) build/tests/kernels/by_hand/sample.o build/tests/ranks/step_rows.o
-include $(patsubst %.o,%.d,$(TEST_OBJECTS) $(CAMPAIGN) $(foreach f,sanitized threads fuzzed covered,$(call inside,$(f),$(OBJECTS) $(REPLAY) build/tests/faults/strict_memory.o)))
