# make install, make uninstall; a part of ../../Makefile. PREFIX, LIBDIR and DESTDIR say where.

LIBDIR   ?= $(PREFIX)/lib
RELEASED  = $(shell sed -n 's/^[#][#] $(VERSION) (\(.*\))$$/\1/p' CHANGELOG.md)
PACKAGING := runtime/packaging
PACKAGE   := build/package

# Manual pages and completions are made of what --help all says, colours of the compiler's tables.
TOOLS       := $(notdir $(PROGRAMS))
PAGES       := $(TOOLS:%=$(PACKAGE)/man/%.1) $(PACKAGE)/man/libstencil.3 $(PACKAGE)/man/stencil.5
COMPLETIONS := $(TOOLS:%=$(PACKAGE)/bash/%) $(TOOLS:%=$(PACKAGE)/zsh/_%) $(TOOLS:%=$(PACKAGE)/fish/%.fish)
COLOURS     := $(PACKAGE)/stencil.vim $(PACKAGE)/stencil.tmLanguage.json
WORDS       := generator/language/lexer.l generator/language/functions.def generator/language/grids.def \
               generator/language/neighbors.def

define made
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)awk $(1) -v version=$(VERSION) $(2) >$@.tmp && mv $@.tmp $@
endef
page     = $(call made,-f $(PACKAGING)/help.awk -f $(PACKAGING)/page.awk -v date=$(RELEASED),$(1))
complete = $(call made,-f $(PACKAGING)/help.awk -f $(PACKAGING)/completions.awk,\
           -v shell=$(1) -v help=$< -v lists=$(PACKAGE)/stencilgen.help)
colour   = $(call made,-f $(PACKAGING)/syntax.awk,-v editor=$(1) $(WORDS))

$(PACKAGE)/%.help: build/%
	@mkdir -p $(@D)
	$(Q)$< --help all >$@.tmp && mv $@.tmp $@
$(PAGES) $(COMPLETIONS): $(PACKAGING)/help.awk $(PACKAGING)/install.mk
$(PAGES): $(PACKAGING)/page.awk $(PACKAGING)/man/environment.md CHANGELOG.md
$(PACKAGE)/man/%.1: $(PACKAGE)/%.help $(PACKAGING)/man/%.md
	$(call page,-v help=$< $(PACKAGING)/man/$*.md)
$(PACKAGE)/libstencil.md: $(PACKAGING)/header.awk runtime/library/stencil.h
	$(call made,-f $(PACKAGING)/header.awk,runtime/library/stencil.h)
$(PACKAGE)/man/libstencil.3: $(PACKAGING)/man/libstencil.md $(PACKAGE)/libstencil.md
	$(call page,$<)
$(PACKAGE)/man/stencil.5: $(PACKAGING)/man/stencil.md generator/language/README.md
	$(call page,$<)
$(COMPLETIONS): $(PACKAGING)/completions.awk $(PACKAGE)/stencilgen.help
$(PACKAGE)/bash/%: $(PACKAGE)/%.help
	$(call complete,bash)
$(PACKAGE)/zsh/_%: $(PACKAGE)/%.help
	$(call complete,zsh)
$(PACKAGE)/fish/%.fish: $(PACKAGE)/%.help
	$(call complete,fish)
$(COLOURS): $(PACKAGING)/syntax.awk $(WORDS)
$(PACKAGE)/stencil.vim:
	$(call colour,vim)
$(PACKAGE)/stencil.tmLanguage.json:
	$(call colour,textmate)
.SECONDARY: $(TOOLS:%=$(PACKAGE)/%.help)

# KIND FROM TO for each file, as install.sh reads it.
into      = $(foreach file,$(2),$(1) $(file) $(3)/$(notdir $(file)))
shared    = $(foreach file,$(1),data $(file) share/stencilgen/$(file))
INSTALLED = $(call into,program,$(PROGRAMS),bin) \
	$(call shared,$(STENCILS) $(wildcard stencils/sparse/*.stencil stencils/mesh/*.stencil) $(TEMPLATES)) \
	$(call into,text,$(filter %.1,$(PAGES)),share/man/man1) \
	$(call into,text,$(filter %.3,$(PAGES)),share/man/man3) \
	$(call into,text,$(filter %.5,$(PAGES)),share/man/man5) \
	$(call into,data,$(filter $(PACKAGE)/bash/%,$(COMPLETIONS)),share/bash-completion/completions) \
	$(call into,data,$(filter $(PACKAGE)/zsh/%,$(COMPLETIONS)),share/zsh/site-functions) \
	$(call into,data,$(filter $(PACKAGE)/fish/%,$(COMPLETIONS)),share/fish/vendor_completions.d) \
	data $(PACKAGE)/stencil.vim share/vim/vimfiles/syntax/stencil.vim \
	data $(PACKAGING)/ftdetect.vim share/vim/vimfiles/ftdetect/stencil.vim \
	data $(PACKAGE)/stencil.tmLanguage.json share/stencilgen/stencil.tmLanguage.json \
	$(call into,data,LICENSE CHANGELOG.md,share/doc/stencilgen) \
	data runtime/library/stencil.h include/stencil.h \
	$(call into,data,build/libstencil.a build/libstencil.so.1,LIBDIR) \
	link libstencil.so.1 LIBDIR/libstencil.so \
	text $(PACKAGING)/stencilgen.pc.in LIBDIR/pkgconfig/stencilgen.pc \
	text $(PACKAGING)/stencilgen-config.cmake.in share/cmake/stencilgen/stencilgen-config.cmake \
	text $(PACKAGING)/stencilgen-config-version.cmake.in share/cmake/stencilgen/stencilgen-config-version.cmake

# The loader of programs keeps a list of libraries; only root can renew it.
tell_loader = @[ '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ldconfig 2>/dev/null || :

.PHONY: package install uninstall
package: all $(PAGES) $(COMPLETIONS) $(COLOURS)
install: package
	$(call say,INST,$(DESTDIR)$(PREFIX))
	$(Q)printf '%s %s %s\n' $(INSTALLED) | \
		sh $(PACKAGING)/install.sh '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)' '$(VERSION)'
	$(tell_loader)
uninstall:
	$(Q)sh $(PACKAGING)/install.sh -u '$(DESTDIR)' '$(PREFIX)'
	$(tell_loader)

# Debian packages, in build/deb. They are built from a copy that has debian/ at its top.
DEB := build/deb/stencilgen-$(VERSION)
.PHONY: deb
deb:
	@sh tests/deps.sh dpkg-buildpackage:dpkg-dev dh:debhelper dh_python3:dh-python netcdf.pc:libnetcdf-dev pkgconf:pkgconf bison:bison flex:flex
	rm -rf build/deb && mkdir -p $(DEB)/tests
	cp -R Makefile LICENSE CHANGELOG.md generator templates stencils runtime $(PACKAGING)/debian $(DEB)
	cp tests/*.mk tests/deps.sh $(DEB)/tests
	sed "s/@VERSION@/$(VERSION)/; s/@DATE@/$$(date -R -u -d $(RELEASED))/" $(PACKAGING)/debian/changelog.in >$(DEB)/debian/changelog
	rm $(DEB)/debian/changelog.in
	cd $(DEB) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc -b
