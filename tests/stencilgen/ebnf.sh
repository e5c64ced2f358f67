#!/bin/sh
# The grammar in the language's README has the words and signs that the compiler's has, uses no rule that it lacks, and
# what it derives has no errors of syntax.
. "$(dirname "$0")/../lib/programs.sh"

awk '$0 == "```ebnf" { inside = 1; next } /^```/ { inside = 0 } inside' generator/language/README.md >"$out/ebnf"

# What stands in single quotes in the grammar's rules, and the names of tokens that are words or signs.
{
	sed -n '/^%%/,/^%%/p' generator/language/grammar.y | sed 's/{.*  }//; s/  {.*//' | grep -o "'[^']'" | tr -d "'"
	grep '^%token' generator/language/grammar.y | grep -o "\"'[^']*'\"" | tr -d "\"'"
} | sort -u >"$out/terminals"
# To the grammar `low` is another type.
grep -o '"[^"]*"' "$out/ebnf" | tr -d '"' | grep -v '^low$' | sort -u >"$out/told"
check 'the same words and signs' diff "$out/terminals" "$out/told"

# What stencils on meshes alone have; elsewhere the same words are names.
sed '/"relation"/d; /"zones"/d; /"stored"/d; /"exists"/d; s/ \[ where \]//; s/\[ name \] \[ "half" \] ( "sweep"/( "sweep"/' "$out/ebnf" >"$out/elsewhere"

# derive SEED COUNT: random files, without meshes.
derive() {
	awk -v seed="$1" -v count="$2" '
		{ gsub(/"[^"]*"/, " & "); text = text " " $0 }
		# The next rule part: alternatives, until what closes them.
		function alternatives(at,   from, depth, n, i, places) {
			from = at; n = 1; depth = 0; places[1] = at
			for (i = at; depth || token[i] !~ /^([]});]|)$/; i++) {
				if (token[i] ~ /^[[{(]$/) depth++
				if (token[i] ~ /^[]})]$/) depth--
				if (!depth && token[i] == "|") places[++n] = i + 1
			}
			sequence(places[deep > 12 ? 1 : 1 + int(rand()*n)])
			return i
		}
		function end_of(at,   depth) {
			for (depth = 0; depth || token[at] !~ /^[]})]$/; at++) {
				if (token[at] ~ /^[[{(]$/) depth++
				if (token[at] ~ /^[]})]$/) depth--
			}
			return at
		}
		function sequence(at,   i, times) {
			for (; token[at] !~ /^([]});|])$/; at++) {
				if (token[at] == "(") alternatives(at + 1)
				else if (token[at] == "[" || token[at] == "{") {
					times = deep > 12 ? 0 : token[at] == "[" ? int(2*rand()) : int(3*rand()*rand())
					for (i = 0; i < times; i++) alternatives(at + 1)
				}
				if (token[at] ~ /^[[{(]$/) { at = end_of(at + 1); continue }
				if (token[at] ~ /^"/) printf "%s ", substr(token[at], 2, length(token[at]) - 2)
				else if (token[at] == "name") printf "n%d ", 9*rand()
				else if (token[at] == "number") printf "%d ", 9*rand()
				else if (token[at] in rule) { deep++; alternatives(rule[token[at]]); deep-- }
				else { print "no rule " token[at] >"/dev/stderr"; exit 1 }
			}
		}
		END {
			count_tokens = split(text, token)
			for (i = 1; i <= count_tokens; i++)
				if (token[i] == "=") rule[token[i - 1]] = i + 1
			srand(seed)
			for (i = 0; i < count; i++) { sequence(rule["file"]); print "" }
		}' "$out/elsewhere"
}
derived() {
	derive 1 150 >"$out/derived.stencil" || return 1
	[ "$(wc -l <"$out/derived.stencil")" = 150 ] || return 1
	while read -r text; do
		echo "$text" | "$bin/stencilgen" -q --list - 2>&1 | grep 'error: expected\|error: unexpected\|there is no operator' &&
			{ echo "$text"; return 1; }
	done <"$out/derived.stencil"
	return 0
}
check 'what the grammar derives' derived
finish
