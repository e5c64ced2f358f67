#!/bin/sh
# The Python package, as pip installs it into an environment of its own: what its README shows, and
# tests of all three ways in which arrays come.
set -u
cd "$(dirname "$0")/../.."
out=build/tests/python
leave_out() {
	echo "$*"
	exit 77
}
for python in python3 /usr/bin/python3 ''; do
	[ "$python" ] || leave_out 'no Python with NumPy, setuptools, wheel and venv'
	"$python" -c 'import numpy, setuptools, wheel, ensurepip' 2>/dev/null && break
done
mkdir -p "$out"
[ -x "$out/venv/bin/pip" ] || "$python" -m venv --system-site-packages "$out/venv" || exit 1
# A build of its own needs no network; a newcomer leaves these options out.
"$out/venv/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
	runtime/python || exit 1
[ -z "$(git status --porcelain --ignored runtime/python 2>/dev/null)" ] || echo "pip left files in runtime/python"
STENCILGEN_CACHE=$PWD/$out/cache OMP_NUM_THREADS=2 "$out/venv/bin/python" -B tests/python/run_tests.py
