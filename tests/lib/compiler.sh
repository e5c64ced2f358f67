# compiler.sh : for tests of stencilgen, or of the compiler that STENCILGEN names;
# `. tests/lib/compiler.sh` from a script in a folder of tests/. The working directory
# is a folder with copies of the shipped stencils and two wrong ones, $out is above it.
# The last line of a test is `finish`.

cd "$(dirname "$0")/../.." || exit 1
root=$PWD
compiler=${STENCILGEN:-build/stencilgen}
case $compiler in
/*) ;;
*) compiler=$root/$compiler ;;
esac
out=$(mktemp -d "${TMPDIR:-/tmp}/cli.XXXXXX") || exit 1
trap 'chmod -R u+w "$out"; rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
unset NO_COLOR

passed=0 failed=0 skipped=0

finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
	exit
}

pass() {
	passed=$((passed + 1))
}

fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$*"
	sed 's/^/        /' "$out/err" | head -n 5
}

skip() {
	skipped=$((skipped + 1))
	printf 'skipped %s\n' "$*"
}

# expect WHAT COMMAND...: the command succeeds.
expect() {
	what=$1
	shift
	if "$@" 2>"$out/log"; then
		pass
	else
		fail "$what"
		sed 's/^/        /' "$out/log" | head -n 20
	fi
}

# ends STATUS ARGUMENT...: how the compiler ends; it says why if not with 0.
ends() {
	want=$1
	shift
	"$compiler" "$@" >"$out/text" 2>"$out/err" </dev/null
	got=$?
	if [ "$got" != "$want" ]; then
		fail "exit status $got, not $want: $*"
	elif [ "$want" != 0 ] && [ ! -s "$out/err" ]; then
		fail "no message: $*"
	else
		pass
	fi
}

# says TEXT: the last messages contain it.
says() {
	if grep -qF -e "$1" "$out/err"; then pass; else fail "no message says: $1"; fi
}

is_empty() {
	[ -z "$(find "$1" -mindepth 1 2>/dev/null)" ]
}

stamps() {
	(cd "$1" && find . -type f -printf '%p %T@ %i\n' | sort)
}

mkdir "$out/in" "$out/empty"
cd "$out/in" || exit 1
cp "$root"/stencils/*.stencil .
printf 'stencil bad {\n    in u;\n    out d;\n\n    d = v;\n}\n' >bad.stencil
printf 'stencil worse {\n    in u;\n    out d;\n\n    d = ;\n}\n' >worse.stencil
