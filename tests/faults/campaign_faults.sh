#!/bin/sh
# Long: only in `make check-all`; wrong_kernels.sh finds mistakes in less time.
# Templates with one mistake: a campaign of random stencils goes on, finds the kernels wrong, and keeps them.

. "$(dirname "$0")/../lib/programs.sh"
[ -x build/tests/run_campaign ] || { echo 'campaign_faults.sh: no build/tests/run_campaign'; exit 77; }

is_found() { # COUNT TEXT
	[ "$status" = 1 ] && tail -1 "$out/stdout" | grep -q "^$((3 - $1)) passed, $1 failed\$" &&
		[ "$(grep -c "^FAILED .*$2" "$out/stdout")" = "$1" ] &&
		[ "$(find "$out/campaign/failed" -name smith.stencil | wc -l)" = "$1" ]
}

# fault NAME FILE SED-COMMAND FIRST COUNT TEXT: of three stencils, COUNT fail so.
fault() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$3" "templates/$2" >"$out/templates/$2"
	! cmp -s "templates/$2" "$out/templates/$2" || fail "$1: $2 has nothing like that"
	backend=${2%%/*}
	[ "$backend" = openmp ] || backend=host
	run env TEMPLATES="$out/templates" BACKENDS="$backend" DIR="$out/campaign" sh tests/random/smith.sh 3 "$4"
	check "$1 is found" is_found "$5" "$6"
}
# shellcheck disable=SC2016
{
fault 'a skipped first level' cuda/naive.tmpl 's/|| k >=/|| !k || k >=/' 16 3 'host: smith_.*naive.* points differ'
fault 'a kernel that crashes' cuda/idxvar.tmpl 's/if (\$outside/*(volatile int *)0 = 0; if ($outside/' 16 3 'signal 11'
fault 'a kernel that does not compile' cuda/idxvar.tmpl 's/if (\$outside/nonsense (&/' 16 3 'host: the compiler: .*error'
fault 'a warning' cuda/idxvar.tmpl 's/if (\$outside/int unused; &/' 16 3 'host: the compiler: .*unused'
fault 'no template' cuda/idxvar.tmpl 's/\$outside/$nothing/' 16 3 'host: stencilgen: .*error'
fault 'a skipped column, in C' openmp/naive.tmpl 's/c = first/c = first + 1/' 16 3 'openmp: smith_.* points differ'
}

run env DIR="$out/campaign" TIME=0.001 sh tests/random/smith.sh 500 16
has_no_time() {
	[ "$status" = 0 ] && grep -q 'no time for [1-9][0-9]* of 500 stencils' "$out/stdout"
}
check 'no stencil is begun when there is no time' has_no_time
finish
