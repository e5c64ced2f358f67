#!/bin/sh
# snapshot.sh [--update] [--texts DIR] [PART] [PATTERN] : whether the compiler writes what it wrote when
# tests/snapshot.txt was made. That has a row for each stencil and each kind of 200 random stencils: the number of its
# texts, and a hash of them for each target and order of levels. Texts are kernels of all storages and accesses, headers,
# Fortran modules, and lists of kernels with their costs.
# PART: short (by default): stencils/ and the random stencils, with the usual tunables in double for CUDA and OpenMP,
# with others in float and --store auto for HIP and OpenMP. long: these, tests/golden and tests/data as far as they
# compile, for all targets, with all of: both precisions; --store none and auto; the usual tunables and others; and with
# --store as the first line of a golden file has it, --low float if a field has the type low, --ahead and --place,
# several steps a launch, layouts of fields.
# PATTERN: only rows with such a name (a regular expression of awk).
# --update writes the rows anew, of both parts if none is named. The diff of generated/ shows what changed.
# --texts keeps the texts in DIR: `diff -r` of two such folders, of two compilers, shows all that changed.
# STENCILGEN: another compiler than build/stencilgen. TEMPLATES: a folder of templates for it.
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.." || exit 1
compiler=${STENCILGEN:-build/stencilgen}
all='cuda.outermost cuda.innermost hip.outermost hip.innermost openmp.outermost openmp.innermost'

# Kinds of random stencils: the row, what stencilsmith is asked for, how many.
random='plain::30 program:--program:20 walls:--walls:20 sweeps:--sweeps:20 coupled:--coupled:20 wider:--wider:20
clocks:--clocks:10 mesh:--mesh:40 references:--references:10 sparse:--sparse:10'

# The other values of tunables. What leaves out accesses, or goes with no other values, has settings of its own below.
others() { # GRID
	case $1 in
	grid) echo '--levels-per-thread 3 --rows-per-thread 2 --points-per-thread 4 --levels-per-load 4' \
		'--columns-per-thread 3 --registers-per-thread 64 --unroll 2' ;;
	mesh) echo '--levels-per-thread 3 --levels-per-load 1 --columns-per-thread 3 --blocks-per-launch 7' \
		'--registers-per-thread 64 --unroll 2' ;;
	esac
}
blocks='--columns-per-thread 1 --blocks-per-launch 7'

# runs PRECISION TARGETS ORDERS OPTIONS... : a line for each of the options.
runs() {
	with="--precision $1" on="$2|$3"
	shift 3
	for options; do
		echo "$with $options|$on"
	done
}

# settings GRID PART : a line for each run of the compiler: OPTIONS|TARGETS|ORDERS.
settings() {
	others=$(others "$1")
	case $1:$2 in
	sparse:short)
		runs double 'cuda openmp' outermost '--dim 3 --level 4'
		runs float 'cuda openmp' outermost '--dim 4 --level 5 --pad'
		;;
	*:short)
		runs double 'cuda openmp' 'outermost innermost' ''
		runs float 'hip openmp' 'outermost innermost' "--store auto $others"
		[ "$1" = mesh ] || runs double cuda innermost "$blocks"
		;;
	*:long)
		for precision in double float; do
			long_settings "$1" $precision
		done
		;;
	esac
}

long_settings() { # GRID PRECISION
	if [ "$1" = sparse ]; then
		runs "$2" 'cuda openmp' outermost '--dim 3 --level 4' '--dim 3 --level 4 --pad' '--dim 4 --level 5' \
			'--dim 1 --level 3' '--dim 10 --level 8'
		return
	fi
	runs "$2" 'cuda hip openmp' 'outermost innermost' '' "$others" '--store auto' "--store auto $others" '--store own'
	[ "$2" = float ] || runs double 'cuda hip openmp' 'outermost innermost' '--low float'
	[ "$1" = grid ] || return
	runs "$2" 'cuda hip openmp' outermost '--access idxvar --fields aos' '--access idxvar --fields aosoa' \
		'--access idxvar --fields aos_in' '--access idxvar --fields aosoa_in'
	runs "$2" 'cuda hip' innermost "$blocks"
	runs "$2" 'cuda hip' outermost '--access zloop --ahead 3' '--steps-per-launch 2'
	runs "$2" 'cuda hip' 'outermost innermost' '--access zloop --place shared' '--access zloop --ahead 3 --place shared'
}

# compile STENCIL OPTION... : its exit status is 1 or 2 for what is refused.
compile() {
	stencil=$1
	shift
	"$compiler" -q ${TEMPLATES:+--templates "$TEMPLATES"} "$@" "$stencil" 2>/dev/null
}

# stores STENCIL OPTION... : whether --store auto stores anything. If not, it changes no text.
stores() {
	compile "$@" --dump split >"$dir.none"
	compile "$@" --dump split --store auto >"$dir.auto"
	! cmp -s "$dir.none" "$dir.auto"
}

# emit STENCIL PART DIR : all texts, in folders TARGET.LEVELS of DIR.
emit() {
	compile "$1" --dump ast >"$dir.none" || return
	grid=grid
	case $(grep -m1 '^stencil' "$1") in
	*' on sparse '*) grid=sparse ;;
	*' on '*) grid=mesh ;;
	esac
	own=$(sed -n '1s/^.*options:.* --store \([^ ]*\).*/\1/p' "$1")
	settings $grid "$2" | while IFS='|' read -r options targets orders; do
		setting=$options
		# shellcheck disable=SC2086 # options are words
		case $2:$options in
		long:*'--store auto'*) stores "$1" ${options%%--store*} || continue ;;
		*'--low float') grep -Eq '(in|out|inout|param) low [a-z]' "$1" || continue ;;
		*'--store own'*)
			[ "$own" ] || continue
			options="${options%--store*}--store $own${options#*--store own}"
			;;
		esac
		for target in $targets; do
			for order in $orders; do
				into=$3/$target.$order/$(echo "$options" | tr -d '-' | tr ' /' '_.')
				level=$order
				[ $grid != sparse ] || level=
				# Some have no modules: fields in structs, programs on meshes.
				for modules in --fortran ''; do
					# shellcheck disable=SC2086
					compile "$1" $modules --target "$target" ${level:+--levels $level} $options -o "$into" \
						--kernels "$into/kernels.def"
					status=$?
					[ $status = 2 ] || break
				done
				[ $status != 0 ] || echo "$grid $2 $setting|$target|$order" >>"$dir.reached"
				[ $status -le 2 ] || echo "FAILED  $1 $options --target $target --levels $order: status $status" >&2
			done
		done
	done
}

# 16 digits of the hash of what is read.
hash() { sha256sum | cut -c1-16; }

# row PART NAME STENCIL... : the row, if there are texts.
row() {
	part=$1 name=$2
	shift 2
	dir=$work/$part/$name
	mkdir -p "$dir"
	for stencil; do
		base=${stencil##*/}
		emit "$stencil" "$part" "$dir/${base%.stencil}"
	done
	(cd "$dir" && find . -type f | sort | tr '\n' '\0' | xargs -0 -r sha256sum) >"$dir.sums"
	if [ -s "$dir.sums" ]; then
		line="$part $name $(grep -c . "$dir.sums")"
		for way in $all; do
			sum=-
			! grep "/$way/" "$dir.sums" >"$dir.way" || sum=$(hash <"$dir.way")
			line="$line $sum"
		done
		echo "$line"
	fi
	[ ! -e "$dir.reached" ] || sort -u "$dir.reached" >>"$reached"
	rm -f "$dir.reached" "$dir.sums" "$dir.way" "$dir.none" "$dir.auto"
	[ "$texts" ] || rm -rf "$dir"
}

# This script runs itself for each row, several at a time.
if [ "${1-}" = --row ]; then
	work=$2 reached=$3 texts=$4
	# shellcheck disable=SC2086 # words
	row $5
	exit
fi

update='' texts='' parts=
while [ $# -gt 0 ]; do
	case $1 in
	--update) update=1 ;;
	--texts) texts=$2; shift ;;
	short | long) parts=$1 ;;
	*) break ;;
	esac
	shift
done
[ "$parts" ] || parts=${update:+long }short
pattern=${1:-.}
snapshot=${SNAPSHOT:-tests/snapshot.txt}
if [ ! -x "$compiler" ] || [ ! -x build/tests/stencilsmith ]; then
	echo 'snapshot.sh: make build/stencilgen build/tests/stencilsmith' >&2
	exit 1
fi
[ "$update" ] || [ -e "$snapshot" ] || { echo "snapshot.sh: no file $snapshot: take --update" >&2; exit 1; }
# The compiler waits until its files are on a disk: a folder in memory is faster.
[ -n "${TMPDIR-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
out=$(mktemp -d "${TMPDIR:-/tmp}/snapshot.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
work=$out/texts
[ ! "$texts" ] || { mkdir -p "$texts" && work=$(cd "$texts" && pwd); } || exit 1

# rows PART : a line for each: PART NAME STENCIL... The random ones are first, as they take longest.
rows() {
	for kind in $random; do
		kind=${kind%%:*}
		# shellcheck disable=SC2046 # words
		echo "$1 random/$kind" $(find "$out/random/$kind" -name '*.stencil' | sort)
	done
	folders='stencils'
	[ "$1" = short ] || folders='stencils tests/golden tests/data'
	# shellcheck disable=SC2086 # words
	find $folders -name '*.stencil' | sort | sed "s/\(.*\)\.stencil\$/$1 \1 &/"
}

for kind in $random; do
	name=${kind%%:*} option=${kind#*:}
	count=${option#*:} option=${option%:*}
	mkdir -p "$out/random/$name"
	seed=1
	while [ $seed -le "$count" ]; do
		# shellcheck disable=SC2086 # one word or none
		build/tests/stencilsmith $option $seed >"$out/random/$name/$seed.stencil" || exit 1
		seed=$((seed + 1))
	done
done
{
	# If these are other stencils, so are their texts.
	echo "random stencils 200 $(find "$out/random" -name '*.stencil' | sort | xargs cat | hash)"
	for part in $parts; do
		rows "$part"
	done | awk -v pattern="$pattern" '$2 ~ pattern' | tr '\n' '\0' |
		xargs -0 -r -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -n 1 sh tests/snapshot.sh --row "$work" "$out/reached" "$texts" 2>"$out/failed"
} | sort >"$out/new"

if [ "$pattern" != . ] && [ "$(wc -l <"$out/new")" -lt 2 ]; then
	echo "snapshot.sh: no row has a name like '$pattern'" >&2
	exit 1
fi

# With each of the settings there are texts: options that are refused everywhere show nothing.
wanted() {
	for part in $parts; do
		for grid in grid mesh sparse; do
			settings $grid "$part" | while IFS='|' read -r options targets orders; do
				for target in $targets; do
					for order in $orders; do
						echo "$grid $part $options|$target|$order"
					done
				done
			done
		done
	done
}
if [ "$pattern" = . ]; then
	wanted | sort -u >"$out/wanted"
	sort -u "$out/reached" | comm -23 "$out/wanted" - | sed 's/^/FAILED  no text with: /' >>"$out/failed"
fi

if [ "$update" ]; then
	# Rows of other names and parts stay.
	{
		cat "$out/new"
		[ ! -e "$snapshot" ] || awk -v parts=" $parts " -v pattern="$pattern" '
			$1 != "random" && !(index(parts, " " $1 " ") && $2 ~ pattern)' "$snapshot"
	} | sort >"$out/snapshot"
	cp "$out/snapshot" "$snapshot"
fi

awk -v parts=" $parts " -v pattern="$pattern" -v all="$all" '
	function differ(text) {
		failed++
		print "FAILED  " text
	}
	BEGIN { split(all, way, " ") }
	{ key = $1 " " $2 }
	FNR == NR {
		if (key == "random stencils" || index(parts, " " $1 " ") && $2 ~ pattern)
			old[key] = $0
		next
	}
	!(key in old) { differ(key " is not in the snapshot: sh tests/snapshot.sh --update " $2); next }
	key == "random stencils" {
		if (old[key] == $0)
			passed++
		else
			differ("the random stencils are other ones: tests/random changed, not what is emitted")
		delete old[key]
		next
	}
	{
		split(old[key], was, " ")
		delete old[key]
		rows++
		texts += $3
		if (was[3] != $3)
			differ(key " has " $3 " texts, not " was[3])
		for (i = 4; i <= NF; i++)
			if (was[i] == $i)
				passed++
			else
				differ(key ": --target " substr(way[i - 3], 1, index(way[i - 3], ".") - 1) " --levels " \
					substr(way[i - 3], index(way[i - 3], ".") + 1))
	}
	END {
		for (key in old)
			differ(key " is no longer emitted, or gone")
		print texts + 0 " texts in " rows + 0 " rows"
		print passed + 0 " passed, " failed + 0 " failed"
	}' "$snapshot" "$out/new" >"$out/report"
grep '^FAILED' "$out/report" | sort >>"$out/failed"
head -n 20 "$out/failed"
more=$(($(grep -c . "$out/failed") - 20))
[ $more -le 0 ] || echo "and $more more"
grep -v '^FAILED' "$out/report"
[ ! -s "$out/failed" ]
