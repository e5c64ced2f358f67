#!/bin/sh
# Syntax files: vim and TextMate know every keyword, function and neighbour of the compiler's tables.
. "$(dirname "$0")/../lib/install.sh"

vim=$share/vim/vimfiles/syntax/stencil.vim
textmate=$share/stencilgen/stencil.tmLanguage.json
count=0
for word in $(sed -n 's/^\(<ON_MESH>\)\{0,1\}"\([a-z]*\)" *return TOK_.*/\2/p' generator/language/lexer.l) cell edge vertex triangles \
		$(sed -n 's/^FUNCTION(\([a-z0-9]*\),.*/\1/p' generator/language/functions.def) \
		$(sed -n 's/^[DP][A-Z]*(\([a-z]*\),.*/\1/p' generator/language/neighbors.def) sparse down hat; do
	count=$((count + 1))
	check "vim: $word" grep -q "^syntax keyword .* $word\( \|\$\)" "$vim"
	check "TextMate: $word" grep -q "\"match\".*[(|]$word[)|]" "$textmate"
done
check 'tables with words' test $count -gt 40
check 'vim finds the type' grep -q '\*\.stencil *setfiletype stencil' "$share/vim/vimfiles/ftdetect/stencil.vim"

if command -v python3 >/dev/null; then
	# Its patterns are good for colouring, too: what each of the words of a text is.
	colour() {
		python3 - "$textmate" <<-'END'
			import json, re, sys
			rules = [(p["name"], re.compile(p["match"])) for p in json.load(open(sys.argv[1]))["patterns"] if "match" in p]
			line, at = "param float dt = .5e-3; in low low; d = pow(u[west], 2); // in", 0
			while at < len(line):
			    hits = [(m.start(), i) for i, (n, r) in enumerate(rules) for m in [r.search(line, at)] if m]
			    if not hits:
			        break
			    start, rule = min(hits)
			    match = rules[rule][1].match(line, start) or rules[rule][1].search(line, start)
			    print(rules[rule][0], match.group())
			    at = match.end()
		END
	}
	run colour
	cat >"$out/expected" <<-'END'
		keyword.other.stencil param
		storage.type.stencil float
		keyword.operator.stencil =
		constant.numeric.stencil .5e-3
		keyword.other.stencil in
		storage.type.stencil low
		keyword.operator.stencil =
		support.function.stencil pow
		support.constant.stencil west
		constant.numeric.stencil 2
		comment.line.double-slash.stencil // in
	END
	check 'TextMate: a line' diff "$out/expected" "$out/stdout"
else
	echo 'no python3: the grammar is not tried'
fi
if vim --version 2>/dev/null | grep -q +syntax; then
	# The names of the groups at some places of a line.
	printf 'param float dt = .5e-3; d = pow(u[west], 2)/3; in low low; // in\n' >"$out/line.stencil"
	printf '%s\n' 'for c in [1, 7, 18, 29, 35, 44, 51, 54, 61]' \
		'call writefile([synIDattr(synID(1, c, 1), "name")], "'"$out"'/groups", "a")' endfor >"$out/ask.vim"
	vim -es -u NONE -N -c "set rtp=$share/vim/vimfiles,\$VIMRUNTIME" -c 'filetype on | syntax on' \
		-c "edit $out/line.stencil" -c "source $out/ask.vim" -c 'qa!' >"$out/stdout" 2>&1
	printf 'stencil%s\n' Keyword Type Number Function Neighbor Operator Type None Comment | sed 's/.*None//' >"$out/expected"
	check 'vim: a line' diff "$out/expected" "$out/groups"
else
	echo 'no vim with colours: its syntax file is not tried'
fi
finish
