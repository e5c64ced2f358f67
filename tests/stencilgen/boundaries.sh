#!/bin/sh
# Every option of every program with values at the edges of what it takes: nothing, 64 and 65
# letters, very many, numbers that overflow, pairs that contradict each other. No program crashes,
# hangs or ends without saying why. The options are those of --help all.

cd "$(dirname "$0")/../.." || exit 1
root=$PWD
out=$(mktemp -d "${TMPDIR:-/tmp}/boundaries.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
cd "$out" || exit 1
export STENCILGEN_CACHE="$out/cache"
passed=0 failed=0

fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$(printf '%s' "$*" | cut -c 1-200)"
	head -n 3 err | cut -c 1-200 | sed 's/^/        /'
}

letters() { printf "%${1}s" '' | tr ' ' x; }

# ends STATUSES PROGRAM ARGUMENT...: with one of the statuses, and a message unless it is 0.
ends() {
	statuses=$1 program=$2
	shift 2
	timeout 600 "$root/build/$program" "$@" >text 2>err </dev/null
	status=$?
	case " $statuses " in
	*" $status "*) ;;
	*) fail "$program $*: exit status $status, not $statuses"; return ;;
	esac
	if [ $status != 0 ] && [ ! -s err ]; then
		fail "$program $*: no message"
	elif [ $status != 0 ] && [ "$(wc -c <err)" -gt 20000 ]; then
		fail "$program $*: a message of $(wc -c <err) bytes"
	else
		passed=$((passed + 1))
	fi
}

says() {
	if grep -qF -e "$1" err; then passed=$((passed + 1)); else fail "no message says: $1"; fi
}

printf 'stencil t {\n    in u;\n    out d;\n\n    d = u[-1,0] + u;\n}\n' >t.stencil
one='--storage regular --access naive'

# No kernel needs to be built to see what is wrong with a value, so each program lacks something.
command_of() {
	case $1 in
	stencilgen)    echo "-q --list t.stencil" ;;
	stencilrun)    echo "-q missing.stencil" ;;
	stencilbench)  echo "--backend openmp --no-time missing.stencil" ;;
	stencilreport) echo "missing.page" ;;
	esac
}

for program in stencilgen stencilrun stencilbench stencilreport; do
	"$root/build/$program" --help all >help
	# Options that take a value stand with it in capitals.
	options=$(sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\) [A-Z].*/\2/p; s/^  \(-MF\) .*/\1/p' help)
	[ "$(printf '%s\n' $options | wc -l)" -ge 2 ] || fail "$program: no options in --help"
	command=$(command_of $program)
	for option in $options; do
		# shellcheck disable=SC2086 # the command is words
		for value in "$(letters 64)" "$(letters 65)" "$(letters 5000)" 0 -1 4294967297 \
				99999999999999999999 1e9 , all,all "$(printf 'a\001b')"; do
			ends '0 1 2 3' $program "$option" "$value" $command
		done
		# shellcheck disable=SC2086
		ends 2 $program "$option" '' $command
		ends 2 $program "$option"
		case $option in
		--*)
			# shellcheck disable=SC2086
			ends 2 $program "$option=" $command ;;
		esac
	done
	# Numbers say their range, which has 0 for --ahead alone.
	sed -n 's/^  \(--[a-z-]*\) [A-Z]$/\1/p; s/^  \(--[a-z-]*\) [A-Z]  .*/\1/p' help >numbers
	while read -r option; do
		# shellcheck disable=SC2086
		for value in 0 -1 4294967297 99999999999999999999 1e3 0x10 '1 ' +1; do
			[ "$option $value" = '--ahead 0' ] || ends 2 $program "$option" "$value" $command
		done
	done <numbers
	# shellcheck disable=SC2086
	ends 2 $program "--$(letters 65)" $command
	# shellcheck disable=SC2086
	ends 2 $program "-$(letters 65)" $command
	ends 2 $program --help=me
	ends 0 $program -h
	ends 0 $program --hel
	ends 2 $program
done

# --- Words and options that are nearly right.

ends 2 stencilgen --storag=regular --acess naive t.stencil
says "unknown option '--acess'; did you mean '--access'?"
ends 2 stencilgen --unrol 3x t.stencil
says "--unroll accepts a number from 1 to 64, not '3x'"
ends 2 stencilgen t.stencil --te
says 'needs a value: DIR'
ends 2 stencilgen --d ast t.stencil
says '--d may be --dim or --dump'
ends 2 stencilgen --list=yes t.stencil
says '--list accepts no value'
ends 2 stencilgen --storage
says '--storage needs a value: LIST'
ends 2 stencilgen -o t.stencil
says 'no input file'
ends 3 stencilgen -- --list
says -- '--list: error: No such file'
ends 2 stencilrun --backend cdua --in u=s.npy --out d=d.npy t.stencil
ends 2 stencilbench --cache colt t.stencil
says "unknown state of the cache 'colt'; did you mean 'cold'?"

# --- Outputs that contradict each other.

# shellcheck disable=SC2086
{
ends 2 stencilgen $one -o '' t.stencil
says '--output needs a value that is not empty'
ends 2 stencilgen $one -o - -MD t.stencil
ends 2 stencilgen $one -o - -MF t.d t.stencil
says '-o - writes none'
[ ! -e t.d ] || fail 'rules for nothing are written'
ends 0 stencilgen $one -o - t.stencil
mv text alone
ends 0 stencilgen $one -o - --kernels k.def t.stencil
cmp -s text alone || fail '--kernels changes standard output'
grep -q '^KERNEL(t, regular, naive' k.def || fail '-o - with --kernels writes no list'
ends 2 stencilgen $one --kernels - t.stencil
ends 2 stencilgen $one -MF - t.stencil
ends 2 stencilgen $one -o gen --kernels t.stencil t.stencil
says 't.stencil is an input, and would be overwritten'
ends 2 stencilgen $one -o gen -MF ./t.stencil t.stencil
ends 2 stencilgen $one -o k.cu --kernels k.cu t.stencil
says 'k.cu is named for two outputs'
}
grep -q '^stencil t' t.stencil || fail 'the input is overwritten'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
