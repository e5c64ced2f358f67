#!/bin/sh
# embedded.sh : the next make sees a template that is new, renamed or deleted, and does nothing if none is.
# It makes build/embedded_files.c in a copy of the tree.
set -u
cd "$(dirname "$0")/.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/embedded.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh

mkdir -p "$out/tests" "$out/runtime/packaging"
cp -r Makefile generator templates "$out"
cp -r runtime/host runtime/device runtime/exchange runtime/chart runtime/kernels "$out/runtime"
cp runtime/packaging/*.mk "$out/runtime/packaging"
cp tests/deps.sh tests/*.mk "$out/tests"
cd "$out" || exit 1

# made : what was embedded after the next make.
made() {
	make -s build/embedded_files.c >log 2>&1 || { cat log; return 1; }
	sed -n 's/^	{ "\(.*\)", text.*/\1/p' build/embedded_files.c | sort
}
has() { made | grep -qx "$1"; }
lacks() { made >names && ! grep -qx "$1" names; }

check 'templates are embedded' has templates/cuda/idxvar.tmpl
check 'nothing is made twice' make -q build/embedded_files.c
# Older than what was made, as a file that git renames may be.
touch -d '2001-01-01' templates/cuda/idxvar.tmpl
check 'an older date is nothing new' make -q build/embedded_files.c
mv templates/cuda/idxvar.tmpl templates/cuda/plain.tmpl
check 'a renamed template has its new name' has templates/cuda/plain.tmpl
check 'and no longer the old one' lacks templates/cuda/idxvar.tmpl
mv templates/cuda/zslice.tmpl zloop
check 'a deleted template is gone' lacks templates/cuda/zslice.tmpl
mv zloop templates/cuda/zslice.tmpl
check 'one that comes back is there' has templates/cuda/zslice.tmpl
check 'and then nothing is made' make -q build/embedded_files.c
finish
