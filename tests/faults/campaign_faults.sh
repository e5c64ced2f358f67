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
fault 'a skipped first level' cuda/idxvar.tmpl 's/|| k >=/|| !k || k >=/' 16 3 'host: smith_.* points differ'
fault 'a kernel that crashes' cuda/idxvar.tmpl 's/if (\$outside/*(volatile int *)0 = 0; if ($outside/' 16 3 'signal 11'
fault 'a kernel that does not compile' cuda/idxvar.tmpl 's/if (\$outside/nonsense (&/' 16 3 'host: the compiler: .*error'
fault 'a warning' cuda/idxvar.tmpl 's/if (\$outside/int unused; &/' 16 3 'host: the compiler: .*unused'
fault 'no template' cuda/idxvar.tmpl 's/\$outside/$nothing/' 16 3 'host: stencilgen: .*error'
fault 'a skipped column, in C' openmp/idxvar.tmpl 's/c = first/c = first + 1/' 16 3 'openmp: smith_.* points differ'
}

run env DIR="$out/campaign" TIME=0.001 sh tests/random/smith.sh 500 16
has_no_time() {
	[ "$status" = 0 ] && grep -q 'no time for [1-9][0-9]* of 500 stencils' "$out/stdout"
}
check 'no stencil is begun when there is no time' has_no_time

# Classes: a fault of each, found by some seeds, which the journal has.
finds() { # TEXT
	[ "$status" = 1 ] && grep -q "^FAILED .*$1" "$out/stdout" &&
		[ "$(grep -c "^FAILED " "$out/stdout")" = "$(grep -c '	failed	' "$journal")" ] &&
		[ "$(find "$out/classes/$class/failed" -name smith.stencil | wc -l)" = "$(grep -c '	failed	' "$journal")" ]
}
# tries CLASS COUNT [VARIABLE=VALUE...]: a fresh campaign of a class, C text alone.
tries() {
	class=$1 count=$2 journal=$out/classes/$1/journal
	shift 2
	run env DIR="$out/classes" BACKENDS=openmp "$@" sh tests/campaign/run.sh "$class" "$count" "$first"
}
first=1
rm -rf "$out/templates"
cp -r templates "$out/templates"
for file in openmp/idxvar openmp/idxvar_innermost mesh/openmp/idxvar mesh/openmp/idxvar_innermost; do
	sed 's/ = first;/ = first + 1;/' "templates/$file.tmpl" >"$out/templates/$file.tmpl"
	check "$file has a first column or element" test "$(diff "templates/$file.tmpl" "$out/templates/$file.tmpl" | grep -c '^>')" -gt 0
done
tries structured 5 FRESH=1 TEMPLATES="$out/templates"
check 'class structured finds a skipped column' finds 'points differ'
tries meshes 5 FRESH=1 TEMPLATES="$out/templates"
check 'class meshes finds a skipped element' finds 'points differ'
# Few stencils have a kernel that waits for the boundary: as many as one of them needs.
rm -rf "$out/classes/parts"
for count in 10 20 40 80 160; do
	tries parts "$count" BACKENDS=host STENCIL_HOST_STREAMS=1:boundary
	[ "$status" = 0 ] || break
done
check 'class parts finds a wait for boundary that is left out' finds 'in .* parts.*overlap 1.*: .* differ'
cat >"$out/wrong_cc" <<'END'
#!/bin/sh
# A compiler that gets loops wrong.
for word do
	case $word in
	*.c) [ ! -w "$word" ] || sed -i 's/ = first;/ = first + 1;/' "$word" ;;
	esac
done
exec cc "$@"
END
chmod +x "$out/wrong_cc"
tries library 6 FRESH=1 CC="$PWD/$out/wrong_cc"
check 'class library finds a skipped column' finds 'values of .* differ'

# What was killed goes on: no seed is tried twice, a line that was cut off does not count.
rm -rf "$out/classes"
DIR=$out/classes BACKENDS=openmp setsid sh tests/campaign/run.sh meshes 200 1 2 >"$out/killed" 2>&1 &
campaign=$!
journal=$out/classes/meshes/journal
while [ "$(cat "$journal" 2>/dev/null | wc -l)" -lt 3 ] && kill -0 $campaign 2>/dev/null; do
	sleep 0.1
done
kill -KILL -$campaign
wait $campaign 2>/dev/null
before=$(wc -l <"$journal")
printf 's1000000	--mesh	passed	1	1' >>"$journal"
tries meshes $((before + 2))
goes_on() {
	[ "$status" = 0 ] && grep -q '^goes on with .*: [1-9][0-9]* stencils are done' "$out/stdout" &&
		[ "$(grep '	end$' "$journal" | cut -f 1 | sort | uniq -d | wc -l)" = 0 ] &&
		[ "$(grep -c '	passed	' "$journal")" -ge $((before + 1)) ] && tail -1 "$out/stdout" | grep -q ' passed, 0 failed$'
}
check 'a campaign goes on' goes_on
is_unreached() {
	[ "$status" = 1 ] && grep -q '^never reached: ' "$out/stdout"
}
tries meshes 1 ENOUGH=1
check 'pairs that are never reached are a failure' is_unreached

# A run that had all features at once had some that cannot be.
mkdir -p "$out/classes/structured"
printf 's1\t-\tpassed\t1\t1\t0\tffffffffffffffff.ffffffffffffffff\t-\tend\n' >"$out/classes/structured/journal"
is_impossible() {
	[ "$status" = 1 ] && grep -q '^reached, but never.def rules it out: rows with host$' "$out/stdout"
}
tries structured 1
check 'pairs that are ruled out, and reached, are a failure' is_impossible
finish
