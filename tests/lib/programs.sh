# programs.sh : for tests that run the programs as users do; `. tests/lib/programs.sh`
# from a script in a folder of tests/. It leaves the root as working directory.
#
# BIN is where the programs are. Output goes to OUT/FOLDER-NAME, usually in build/tests, by the folder and the name
# of the script: several run at a time. The last line of a test is `finish`.

cd "$(dirname "$0")" || exit 1
folder=$(basename "$PWD")
cd ../.. || exit 1
bin=${BIN:-build}
out=${OUT:-build/tests}/$folder-$(basename "$0" .sh)
data=$out/data
cc=${CC:-cc}
unset CC CXX XDG_CACHE_HOME STENCIL_HOST_ORDER
LC_ALL=C NO_COLOR=1 OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
STENCILGEN_CACHE=${STENCILGEN_CACHE:-$PWD/build/cache}
export LC_ALL NO_COLOR OMP_NUM_THREADS OMP_WAIT_POLICY STENCILGEN_CACHE

for program in stencilgen stencilrun stencilbench; do
	[ -x "$bin/$program" ] || { echo "$0: no program $bin/$program" >&2; exit 1; }
done
rm -rf "$out"
mkdir -p "$data" "$out/empty" || exit 1

passed=0 failed=0 status=0

finish() {
	printf '%d passed, %d failed\n' "$passed" "$failed"
	[ "$failed" = 0 ]
	exit
}

pass() {
	passed=$((passed + 1))
	printf 'ok      %s\n' "$1"
}

# fail NAME: and what the last program said.
fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s (exit status %d)\n' "$1" "$status"
	head -n 15 "$out/stdout" "$out/stderr" "$out/check" 2>/dev/null | sed 's/^/        /'
}

# check NAME COMMAND...: the command succeeds.
check() {
	name=$1
	shift
	if "$@" >"$out/check" 2>&1; then pass "$name"; else fail "$name"; fi
}

run() {
	status=0
	: >"$out/stderr"
	"$@" >"$out/stdout" 2>>"$out/stderr" || status=$?
}

is_clean() {
	[ "$status" = 0 ] && [ ! -s "$out/stderr" ]
}

# good NAME COMMAND...: exit status 0, no complaint.
good() {
	name=$1
	shift
	run "$@"
	check "$name" is_clean
}

# has_kernels TEXT LIST: whether the text has these kernels, each as "NUMBER of COUNT: WHAT IT ASSIGNS;".
has_kernels() {
	[ "$(sed -n 's/^\/\/ Kernel \(.*\)\.  Per.*/\1/p' "$1" | tr '\n' ';')" = "$2" ]
}

files() {
	(cd "$data" && cksum ./* 2>&1)
}

# One line, "PROGRAM: ...", and after wrong usage where to find help.
is_one_message() {
	hints=0
	[ "$1" != 2 ] || hints=1
	[ "$(grep -c "^stencil[a-z]*: " "$out/stderr")" = 1 ] &&
	[ "$(grep -c "^Try 'stencil[a-z]* --help'\.$" "$out/stderr")" = $hints ] &&
	[ "$(wc -l <"$out/stderr")" = $((1 + hints)) ] &&
	grep '^stencil' "$out/stderr" | grep -qF -e "$2"
}

is_refused() {
	[ "$status" = "$1" ] && [ ! -s "$out/stdout" ] && is_one_message "$1" "$2" &&
	[ "$before" = "$(files)" ]
}

# refused STATUS MESSAGE COMMAND...: fails with the status and one line that has
# the message in it, and the data are as they were.
refused() {
	before=$(files) expected=$1 message=$2
	shift 2
	run "$@"
	check "$expected: $message" is_refused "$expected" "$message"
}

is_diagnosed() {
	[ "$status" = "$want" ] && [ ! -s "$out/stdout" ] && grep -qF -e "error: $1" "$out/stderr" &&
	grep -q '^1 error generated\.$' "$out/stderr" && [ "$before" = "$(files)" ]
}

# diagnosed [STATUS] MESSAGE COMMAND...: the same about a .stencil file; status 1.
diagnosed() {
	want=1
	case $1 in
	[0-9]) want=$1; shift ;;
	esac
	before=$(files) message=$1
	shift
	run "$@"
	check "$want: $message" is_diagnosed "$message"
}

stencilrun() {
	"$bin/stencilrun" "$@"
}

stencilbench() {
	"$bin/stencilbench" "$@"
}

# npy NAME TYPE SHAPE SEED [KIND]: an array of made-up numbers, as data/NAME.npy.
npy() {
	[ -x "$out/make_npy" ] || "$cc" -std=c11 -O1 tests/data/make_npy.c -o "$out/make_npy" || exit 1
	"$out/make_npy" "$data/$1.npy" "$2" "$3" "$4" ${5:+"$5"}
}

bench() {
	run "$bin/stencilbench" "$@"
}

# fails STATUS TEXT: the last program ended so, and said that.
# fails STATUS TEXT: with that status, and the text in what it says.
fails() {
	[ "$status" = "$1" ] && grep -qF -e "$2" "$out/stderr"
}

# How many whole lines of JSON in a file are rows.
count_rows() {
	grep -c '^{"key":.*"outcome":.*}$' "$1" 2>/dev/null || true
}

# rows COUNT FILE: there are so many.
rows() {
	[ "$(count_rows "$2")" = "$1" ]
}

# cells_of FILE COLUMN...: of each row of a CSV file; what is in quotes stands at the end.
cells_of() {
	file=$1
	shift
	awk -F, -v names="$*" '
		NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; count = split(names, name, " "); next }
		{
			for (i = 1; i <= count; i++)
				printf "%s%s", $place[name[i]], i < count ? " " : "\n"
		}' "$file"
}
