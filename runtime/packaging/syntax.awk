# syntax.awk : writes how an editor colours .stencil files, from the compiler's own tables: the words of the
# lexer, the functions, the kinds of grids and the neighbours that have names.
#
# awk -f syntax.awk -v editor=vim generator/language/lexer.l generator/language/functions.def ...

function add(kind, word) {
	words[kind] = words[kind] (words[kind] ? " " : "") word
}

/^(<ON_MESH>)?"[a-z]+" +return TOK_/ {
	split($0, part, "\"")
	word = part[2]
	if (word ~ /^(if|else)$/)
		add("conditional", word)
	else if (word ~ /^(real|float|double|int|bool)$/)
		add("type", types[word] = word)
	else if (word ~ /^levels?$/)
		add("constant", word)
	else
		add("keyword", word)
}

/^FUNCTION\(/ {
	split($0, part, /[(,]/)
	if (!(part[2] in types))
		add("function", part[2])
}

/^GRID_NAME\(/ {
	split($0, part, /[(,]/)
	add("grid", part[2])
}

/^(DIRECTION|PARENT)\(/ {
	split($0, part, /[(,]/)
	add("neighbor", part[2])
}

# What evaluations on sparse grids call, and the ways of a sweep. The word low is a type only before a name.
END {
	add("function", "sum product hat")
	add("type", "cell edge vertex")
	add("grid", "up down")
	if (editor == "vim")
		put_vim()
	else
		put_textmate()
}

function put_vim(   i, count, kind, group) {
	print "\" Vim syntax file for the stencils of stencilgen " version "."
	print "if exists('b:current_syntax')"
	print "  finish"
	print "endif"
	print "syntax case match"
	count = split("keyword conditional type grid constant neighbor function", kind, " ")
	for (i = 1; i <= count; i++) {
		group = "stencil" toupper(substr(kind[i], 1, 1)) substr(kind[i], 2)
		printf "syntax keyword %-18s %s\n", group, words[kind[i]]
	}
	print "syntax match   stencilType        /\\<low\\ze\\_s\\+\\h/"
	print "syntax match   stencilNumber      /\\%(\\<\\d\\+\\.\\=\\d*\\|\\.\\d\\+\\)\\%([eE][-+]\\=\\d\\+\\)\\=/"
	print "syntax match   stencilOperator    /[-+*\\/<>=!?:]\\|&&\\|||/"
	print "syntax region  stencilComment     start=+//+ end=+$+ contains=stencilTodo,@Spell"
	print "syntax region  stencilComment     start=+/\\*+ end=+\\*/+ contains=stencilTodo,@Spell"
	print "syntax keyword stencilTodo        TODO FIXME XXX contained"
	print "highlight default link stencilKeyword     Statement"
	print "highlight default link stencilConditional Conditional"
	print "highlight default link stencilType        Type"
	print "highlight default link stencilGrid        StorageClass"
	print "highlight default link stencilConstant    Constant"
	print "highlight default link stencilNeighbor    Special"
	print "highlight default link stencilFunction    Function"
	print "highlight default link stencilNumber     Number"
	print "highlight default link stencilOperator   Operator"
	print "highlight default link stencilComment    Comment"
	print "highlight default link stencilTodo       Todo"
	print "let b:current_syntax = 'stencil'"
}

# A pattern of TextMate's, with backslashes as JSON has them.
function put_pattern(scope, pattern) {
	print "    { \"name\": \"" scope ".stencil\", \"match\": \"" pattern "\" },"
}

function any(kind,   list) {
	list = words[kind]
	gsub(/ /, "|", list)
	return "\\\\b(" list ")\\\\b"
}

function put_textmate() {
	print "{"
	print "  \"name\": \"Stencil\","
	print "  \"scopeName\": \"source.stencil\","
	print "  \"fileTypes\": [\"stencil\"],"
	print "  \"patterns\": ["
	print "    { \"name\": \"comment.block.stencil\", \"begin\": \"/\\\\*\", \"end\": \"\\\\*/\" },"
	put_pattern("comment.line.double-slash", "//.*$")
	put_pattern("keyword.other", any("keyword"))
	put_pattern("keyword.control", any("conditional"))
	put_pattern("storage.type", any("type"))
	put_pattern("storage.type", "\\\\blow(?=\\\\s+[A-Za-z_])")
	put_pattern("storage.modifier", any("grid"))
	put_pattern("constant.language", any("constant"))
	put_pattern("support.constant", any("neighbor"))
	put_pattern("support.function", any("function") "(?=\\\\s*\\\\()")
	put_pattern("constant.numeric", "(\\\\b\\\\d+\\\\.?\\\\d*|\\\\.\\\\d+)([eE][-+]?\\\\d+)?")
	print "    { \"name\": \"keyword.operator.stencil\", \"match\": \"&&|\\\\|\\\\||[-+*/<>=!?:]\" }"
	print "  ]"
	print "}"
}
