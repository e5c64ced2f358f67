#!/bin/sh
# tests/snapshot.sh finds a character that is changed in a template, and names the stencils, targets and orders of
# levels whose texts have it; a text more, a row that is gone and other random stencils are found, too.
# Long: only in `make check-all`; snapshot.sh itself is short.
# shellcheck disable=SC2016 # a dollar is a dollar
set -u
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/planted.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh

rows='^stencils/(copy|mesh/divergence|sparse/evaluate|programs/vadv)$'
cp -r templates "$out/templates"

# snapshot STATUS : what the script says is in $out/said.
snapshot() {
	TEMPLATES=$out/templates sh tests/snapshot.sh short "$rows" >"$out/said" 2>&1
	[ $? = "$1" ] || { cat "$out/said"; false; }
}
names() { grep -xF -e "$1" "$out/said"; }
differ() { test "$(grep -c '^FAILED' "$out/said")" = "$1" || { cat "$out/said"; false; }; }

# plant TEMPLATE SED-COMMAND FAILURE... : a change, and all that is said of it.
plant() {
	template=$1 count=$(($# - 2))
	sed "$2" "templates/$template" >"$out/templates/$template"
	check "$template: something is planted" sh -c '! cmp -s "$1" "$2"' - "templates/$template" "$out/templates/$template"
	shift 2
	check "$template: found" snapshot 1
	check "$template: $count differences" differ $count
	for failure; do
		check "$template: $failure" names "FAILED  $failure"
	done
	cp "templates/$template" "$out/templates/$template"
}

check 'nothing is planted, nothing differs' snapshot 0
plant cuda/idxvar.tmpl 's/__global__ void/__global__  void/' \
	'short stencils/copy: --target cuda --levels outermost' 'short stencils/copy: --target hip --levels outermost'
plant target/hip.tmpl 's/hipSuccess/hipSucces/' \
	'short stencils/copy: --target hip --levels outermost' 'short stencils/mesh/divergence: --target hip --levels outermost' \
	'short stencils/programs/vadv: --target hip --levels outermost' 'short stencils/programs/vadv: --target hip --levels innermost'
plant mesh/openmp/idxvar_innermost.tmpl '/^%kernel/,$s/const int /const  int /' \
	'short stencils/mesh/divergence: --target openmp --levels innermost'
plant sparse/header.tmpl 's/#ifndef/#ifndef /' \
	'short stencils/sparse/evaluate: --target cuda --levels outermost' \
	'short stencils/sparse/evaluate: --target openmp --levels outermost'

# What cannot be emitted any more.
sed '/^%kernel$/d' templates/cuda/idxvar.tmpl >"$out/templates/cuda/idxvar.tmpl"
check 'a broken template: found' snapshot 1
check 'a broken template: fewer texts' names 'FAILED  short stencils/copy has 44 texts, not 74'
cp templates/cuda/idxvar.tmpl "$out/templates/cuda/idxvar.tmpl"

# plain SED-COMMAND FAILURE : a row of the snapshot itself.
plain() {
	sed "$1" tests/snapshot.txt >"$out/snapshot.txt"
	SNAPSHOT=$out/snapshot.txt
	export SNAPSHOT
	check "$2: found" snapshot 1
	check "$2: alone" differ 1
	check "$2" names "FAILED  $2"
	unset SNAPSHOT
}
plain '/^short stencils.copy /d' 'short stencils/copy is not in the snapshot: sh tests/snapshot.sh --update stencils/copy'
rows="$rows|^gone\$"
plain '$s,$,\nshort gone 1 - - - - - -,' 'short gone is no longer emitted, or gone'
plain 's/^random stencils 200 ./&0/' 'the random stencils are other ones: tests/random changed, not what is emitted'

# A pattern of no row removes none.
SNAPSHOT=$out/snapshot.txt
export SNAPSHOT
cp tests/snapshot.txt "$SNAPSHOT"
sh tests/snapshot.sh --update short '^no such row$' >"$out/said" 2>&1
check 'a pattern of no row: refused' test $? = 1
check 'a pattern of no row' names "snapshot.sh: no row has a name like '^no such row$'"
check 'the snapshot stays' cmp tests/snapshot.txt "$SNAPSHOT"
unset SNAPSHOT
finish
