#!/bin/sh
# make deb: Debian packages that lintian has nothing to complain of, and programs in them that work.
cd "$(dirname "$0")/../.." || exit 1
missing=$({ command -v dpkg-buildpackage && dpkg-checkbuilddeps runtime/packaging/debian/control; } 2>&1 >/dev/null) ||
	{ echo "no packages are built: ${missing:-no dpkg-buildpackage}"; exit 77; }
. tests/lib/programs.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

version=$(sed -n 's/^VERSION := //p' Makefile)
run env CC="$cc" make -s deb
check "make deb" test "$status" = 0
for package in stencilgen libstencil1 libstencil-dev python3-stencilgen; do
	deb=$(echo build/deb/${package}_${version}_*.deb)
	check "$package" test -s "$deb"
	check "$package can be unpacked" dpkg-deb -x "$deb" "$out/root"
done
usr=$out/root/usr
run "$usr/bin/stencilgen" --version
check 'the version' grep -qx "stencilgen $version" "$out/stdout"
echo '#include <stencil.h>
int main(void) { return !stencil_version(); }' >"$out/model.c"
library=$(dirname "$usr"/lib/*/libstencil.so)
good 'a program links' "$cc" "$out/model.c" -o "$out/model" -I"$usr/include" -L"$library" -lstencil
good 'and runs' env LD_LIBRARY_PATH="$library" "$out/model"
good 'Python finds the library' env LD_LIBRARY_PATH="$library" PYTHONPATH="$usr/lib/python3/dist-packages" \
	/usr/bin/python3 -Bc 'import stencilgen; print(stencilgen.Stencil("stencils/laplap.stencil").halo)'
if command -v lintian >/dev/null; then
	check 'lintian' lintian --allow-root --fail-on error,warning build/deb/*.changes
else
	echo 'no lintian: the packages are not judged'
fi
finish
