#!/bin/sh
# Hostile input. Whatever it is, the compiler ends with status 0 or 1, within a few times the
# processor time that 900 good stencils take it, so that neither a busy nor a slow machine, nor a
# sanitizer matters. Each kind comes in 1 MB, which the compiler looks at, and in 10 MB, which is
# more than it takes for a stencil file.

cd "$(dirname "$0")/../.." || exit 1
compiler=${STENCILGEN:-build/stencilgen}
out=$(mktemp -d "${TMPDIR:-/tmp}/hostile.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM

# It stands at the end of pipes, so it counts in files.
: >"$out/passed"
: >"$out/failed"

fail() {
	echo >>"$out/failed"
	printf 'FAILED  %s\n' "$*"
}

compiled() {
	exec timeout 600 "$compiler" --storage chasing --access idxvar -o - "$out/in.stencil" >/dev/null 2>"$out/err"
}

# survives NAME: what comes in is compiled.
survives() {
	cat >"$out/in.stencil"
	(
		ulimit -t "$limit"
		compiled
	)
	status=$?
	case $status in
	[01]) echo >>"$out/passed" ;;
	137 | 152) fail "$1: more than $limit seconds of processor time" ;;
	124)  fail "$1: it waits for something" ;;
	*)    fail "$1: exit status $status"; head -c 2000 "$out/err" ;;
	esac
}

# says TEXT: what was found wrong with what came in last. All that is too large
# is refused for that alone.
says() {
	want=$1
	[ "$size" != 10000000 ] || want='file of more than 1 MiB'
	if grep -qF -e "$want" "$out/err"; then
		echo >>"$out/passed"
	else
		fail "no message says: $want"
		head -n 5 "$out/err" | cut -c 1-200
	fi
}

# many TEXT [COUNT]: the text again and again, to fill the size if no count.
many() {
	if [ $# = 2 ]; then
		yes "$1" | head -n "$2" | tr -d '\n'
	else
		yes "$1" | tr -d '\n' | head -c $((size/${#1}*${#1}))
	fi
}

# numbered FORMAT COUNT: the format with the numbers from 0 on.
numbered() {
	awk -v format="$1" -v count="$2" 'BEGIN { for (i = 0; i < count; i++) printf format, i }'
}

# in_stencil COMMAND...: the text that it prints as the statements of a stencil.
in_stencil() {
	printf 'stencil s { in u; out d; '
	"$@"
	printf ' d = u; }\n'
}

# in_expression COMMAND...: as an expression.
in_expression() {
	printf 'stencil s { in u; out d; d = '
	"$@"
	printf 'u; }\n'
}

# tangle [COUNT]: statements in which every value is made of the next.
tangle() {
	numbered 't%d = u; ' 899
	printf 't899 = u[west]; if (u > 0) { '
	awk 'BEGIN { for (i = 0; i < 899; i++) printf "t%d = t%d; ", i, i + 1 }'
	many 'd = u; ' "$@"
	printf '} else { d = 1; } '
}

# And the same the other way round, at many points.
chain_at_offsets() {
	printf 'if (u > 0) { t0 = u; '
	awk 'BEGIN { for (i = 1; i < 200; i++) printf "t%d = t%d; ", i, i - 1 }'
	printf '} else { '
	numbered 't%d = u; ' 200
	printf '} e = u; '
	awk 'BEGIN { for (i = 0; i < 1000; i++) printf "e = e + t199[%d,%d]; ", i%32, i/32 }'
}

far_reads() {
	printf 'e = u; '
	awk 'BEGIN { for (i = 0; i < 3900; i++) printf "e = e + u[%d,%d]; ", i*37%129 - 64, i*53%129 - 64 }'
}

doubling() {
	printf 'a = u; '
	many 'a = a[1,0] + a[-1,0] + a[0,1]; ' 60
	printf 'd = a; '
}

balanced() {
	awk 'function tree(depth) {
		if (!depth--) { printf "u"; return }
		printf "("; tree(depth); printf "+"; tree(depth); printf ")"
	}
	BEGIN { tree(17) }'
	printf '+'
}

between() {
	printf '%s' "$1"
	many "$2" "$4"
	printf 'u'
	many "$3" "$4"
	printf '+'
}

# made_of FORMAT COUNT: definitions, each with the number of the one before it at two places.
made_of() {
	awk -v format="$1" -v count="$2" 'BEGIN { for (i = 1; i < count; i++) printf format, i, i - 1, i - 1 }'
}

# used EXPRESSION: a stencil that is made of it.
used() {
	printf 'stencil s { in u; out d; d = %s; }' "$1"
}

definitions() {
	{ numbered 'const c%d = 1; ' $((size/19)); used u; } | survives "consts of $size"
	says 'more than 999 consts and functions in a file'
	{ printf 'const c = 1'; many '+ 1' 900; printf '; stencil s { in u; out d; d = u; '; many 'd = c; '; printf '}'; } |
		survives "uses of a const of $size"
	{ printf 'function f(a'; numbered ',a%d' $((size/8)); printf ') { return a; } '; used u; } |
		survives "arguments of a function of $size"
	{ printf 'function f(a) { return a; } stencil s { in u; out d; d = f('; many 'u,'; printf 'u); }'; } |
		survives "arguments of a call of $size"
	{ printf 'function f(q) { return q; } '; in_expression many 'f('; } | survives "calls in calls of $size"
	{ printf 'function f(q) { t = q; return t[west]; } '; in_expression many 'f(2*u) + '; } | survives "calls of $size"
	{ printf 'function f(q) { '; many 't = q; '; printf 'return t; } '; used 'f(u)'; } |
		survives "function of $size"
	[ "$size" = 1000000 ] || return 0
	{ printf 'const c0 = 1; '; made_of 'const c%d = c%d + c%d; ' 900; used c899; } | survives 'consts that double'
	says 'stand for more than 300000'
	{ printf 'function f0(q) { return q; } '; made_of 'function f%d(q) { t = f%d(q); return t + f%d(q[west]); } ' 900
		used 'f899(u)'; } | survives 'functions that double'
	says 'too many temporaries'
	{ printf 'function f0(q) { return q; } '; made_of 'function f%d(q) { return f%d(q[west.east]); } ' 900
		used 'f899(u)'; } | survives 'functions that go there and back'
	{ printf 'function f0(q) { return q; } '; made_of 'function f%d(q) { return f%d(q[8,0]); } ' 900
		used 'f899(u)'; } | survives 'functions that reach farther and farther'
	says 'is out of range: write'
	{ printf 'function f0(q) { return q; } '; made_of 'function f%d(q) { return ----------f%d(q); } ' 150
		used 'f149(u)'; } | survives 'functions as deep as calls'
	says 'nested too deep'
	{ printf 'function f0(q) { return q; } '
		made_of "function f%d(q) { $(many 'if (q > 0) { ' 30) t = f%d(q); t = t; $(many '} else { t = 1; } ' 30) return t; } " 40
		used 'f39(u)'; } | survives 'functions in ifs of functions'
	says 'nested too deep'
	{ printf 'function f(q) { t = q; s = t; return t + s; } stencil s { in u; out d; d = u; '
		many 'd = f(u) + f(d); ' 2000; printf '}'; } | survives 'names of calls'
	says 'too many temporaries'
}

of_size() {
	definitions
	in_expression many 'a+' | survives "unknown names in a sum of $size"
	in_expression many 'u+' | survives "sum of $size"
	in_stencil many 'd = 1; ' | survives "statements of $size"
	says 'more than 10000 statements in a stencil'
	in_stencil many '/* x */ ' | survives "one line of $size"
	in_stencil many 't = u; ' | survives "versions of $size"
	in_stencil many 'if (u > 0) { d = 1; } ' | survives "ifs of $size"
	in_stencil numbered 't%d = u; ' $((size/12)) | survives "temporaries of $size"
	says 'more than 999 names in a stencil'
	in_stencil many 'in v; ' | survives "declarations behind statements of $size"
	numbered 'stencil s%d { in u; out d; d = u; } ' $((size/38)) | survives "stencils of $size"
	says 'more than 999 stencils in a file'
	numbered 'stencil s { in u; out d; d = u; } ' $((size/34)) | survives "stencils of one name of $size"
	{ printf 'stencil s { in f'; numbered ',f%d' $((size/8)); printf '; out d; d = f1; }'; } |
		survives "fields of $size"
	says 'more than 999 names in a stencil'
	{ printf 'stencil s { in u; out d; param p'; numbered ',p%d' $((size/8)); printf '; d = u; }'; } |
		survives "params of $size"
	says 'more than 999 names in a stencil'
	{ printf 'stencil s { in u; out d; '; numbered 'neighbor n%d = [1,0]; ' $((size/28)); printf 'd = u; }'; } |
		survives "neighbors of $size"
	says 'more than 999 names in a stencil'
	{ printf 'stencil s { in '; numbered 'f%d,' 990; printf 'u; out d; '; many 'd = f989; '; printf '}'; } |
		survives "uses of the last name of $size"
	{ printf 'stencil s { in '; numbered 'f%d,' 990; printf 'u; out d; d = min('; many 'zzzz,'; printf 'u); }'; } |
		survives "unknown names of $size"
	says 'more than 100 arguments'
	in_expression many '(' | survives "open parentheses of $size"
	says 'nested too deep'
	in_expression many '-' | survives "signs of $size"
	says 'nested too deep'
	in_expression many '!' | survives "negations of $size"
	in_expression many 'u > 0 ? u : ' | survives "choices of $size"
	in_expression many 'min(u,' | survives "calls of $size"
	in_expression many 'a' | survives "name of $size"
	says 'name of more than 63 characters'
	in_expression many '1' | survives "number of $size"
	says 'number of more than 63 characters: write fewer digits'
	in_expression many '[,' | survives "brackets of $size"
	in_expression many '(+)+' | survives "mistakes in parentheses of $size"
	{ printf 'stencil s { in u; out d; d = u['; many 'west.east.'; printf 'west]; }'; } |
		survives "offset of names of $size"
	{ printf 'stencil s { in u; out d; d = u['; many 'weest.'; printf 'west]; }'; } |
		survives "offset of unknown names of $size"
	{ printf 'stencil s { in u; out d; d = min('; many 'u,'; printf 'u); }'; } |
		survives "arguments of $size"
	says 'more than 100 arguments'
	{ printf 'stencil s { in u; out d; d = u; /*'; many 'x'; } | survives "open comment of $size"
	says 'comment is never closed'
	{ printf 'stencil s { in u; out d; d = u; /*'; many '*'; printf '/ }'; } | survives "stars of $size"
	{ printf '// '; many 'x'; printf '\nstencil s { in u; out d; d = u; }'; } | survives "line comment of $size"
	{ yes '// x' | head -n $((size/5)); in_stencil :; } | survives "comment lines of $size"
	in_stencil many 'd = ; ' | survives "mistakes of $size"
	says 'too many errors, stopping after 20'
	in_stencil tangle | survives "tangle of $size"
	in_stencil many 'if (u > 0) { ' | survives "nested ifs of $size"
	{ printf 'stencil s { in u; out d; d = u; if (u > 0) { d = 1; } '; many 'else if (u > 0) { d = 1; } '; printf '}'; } |
		survives "else ifs of $size"
	many '}' | survives "braces of $size"
	many 'stencil ' | survives "keywords of $size"
	many 'stencil s { ' | survives "stencils that begin of $size"
	many '@' | survives "stray characters of $size"
	many 'é' | survives "stray bytes of $size"
	yes '' | head -c "$size" | survives "empty lines of $size"
	head -c "$size" /dev/zero | survives "zeros of $size"
	says 'a zero byte: this is no text file'
	{ printf '/*'; head -c "$size" /dev/zero; } | survives "zeros in a comment of $size"
	# The same on every machine, and of every byte.
	awk -v size="$size" 'BEGIN {
		for (x = 1; size-- > 0; x = (x*1103515245 + 12345) % 2147483648)
			printf "%c", int(x/65536) % 255 + 1
	}' | survives "noise of $size"
}

numbered 'stencil s%d { in u; out d; a = u[1,0] + u[-1,0]; d = a[1,0] + a[0,1]; } ' 900 >"$out/in.stencil"
if (compiled); then
	echo >>"$out/passed"
else
	fail 'stencils that are right, 900'
fi
times >"$out/times"
limit=$((5 + 5*$(awk -f tests/lib/seconds.awk "$out/times")))

for size in 1000000 10000000; do
	of_size
done

size=
# What is not large, but would become so.
in_expression between '' '(' ')' 900 | survives 'parentheses, 900'
in_expression between '' '(' ')' 11000 | survives 'parentheses, 11000'
says 'nested too deep'
in_expression between '' '-' '' 999 | survives 'signs, 999'
in_expression between '' 'min(u,' ')' 900 | survives 'calls, 900'
in_expression between '' 'pow(' ',2)' 900 | survives 'powers, 900'
in_expression between '' 'u > 0 ? (' ') : 1' 900 | survives 'choices, 900'
{ printf 'stencil s { in u; out d; d = u; '; many 'if (u > 0) { d = d + 1; ' 900; many '}' 901; } |
	survives 'nested ifs that are right, 900'
{ printf 'stencil s { in u; out d; d = u; '; many 'if (u > 0) { d = 1; } else { ' 900; many '}' 901; } |
	survives 'nested elses, 900'
in_expression balanced | survives 'sum of a hundred thousand'
in_stencil doubling | survives 'sixty doublings'
says 'would compute more than 4000 values at a point'
in_stencil far_reads | survives 'reads of far columns, 3900'
in_stencil tangle 100 | survives 'tangle'
says 'depend on each other in a chain of more than 50'
in_stencil chain_at_offsets | survives 'chain of temporaries at a thousand points'
{ printf 'stencil s { in u; out d; param p = 1; t = p; '; many 't = t + p; ' 3000; printf 'd = u*t; }'; } |
	survives 'values of params only, 3000'
{ printf 'stencil s { in u; out d; t = u; '; many 'if (u > 0) { t = t + u; } ' 3900; printf 'd = t; }'; } |
	survives 'ifs that update, 3900'
{ printf '%900000s' ''; printf 'stencil s { in u; out d; d = u; '; many 't = u; ' 9000; printf '}'; } |
	survives 'warnings far behind, 9000'
printf 'stencil s { in u; out d; d = u; }' | survives 'nothing hostile'

echo "$(wc -l <"$out/passed") passed, $(wc -l <"$out/failed") failed"
[ ! -s "$out/failed" ]
