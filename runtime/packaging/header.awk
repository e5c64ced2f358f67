# header.awk : writes what a C header says as a part of a page of Markdown: the comment at its top, and below a
# heading each group of declarations, then the comment that stands before it.
#
# awk -f header.awk HEADER.h

/^#|^extern "C"|^}$/ { next }
/^\/\*/ { inside = 1; sub(/^\/\* ?/, "") }
inside {
	ends = sub(/ ?\*\/$/, "")
	sub(/^ \* ?/, "")
	comment[++lines] = $0
	inside = !ends
	next
}
/^$/ && !in_braces { put_group() }
/^$/ { next }
{
	sub(/^STENCIL_PUBLIC /, "")
	in_braces = /{/ || (in_braces && !/^}/)
	if (/^ +\*/) {
		sub(/^ +\*/, "")
		code[count] = code[count] $0
	} else if (code[count] ~ /,$/ && !in_braces) {
		sub(/^ +/, " ")
		code[count] = code[count] $0
	} else
		code[++count] = $0
	in_braces = in_braces && !/}/
}
END { put_group() }

function put_group(   i) {
	if (!count && !lines)
		return
	if (count) {
		print "```"
		for (i = 1; i <= count; i++)
			put_code(code[i])
		print "```"
	}
	put_comment()
	if (!titled++)
		print "## Declarations\n"
	count = lines = 0
}

# What is said of a long line is put before it.
function put_code(line,   at, indent) {
	at = match(line, / *\/\*/)
	indent = line ~ /^ / ? "    " : ""
	if (length(line) > 74 && at) {
		put_broken(indent, substr(line, RSTART + RLENGTH - 2), " ", indent "   ")
		line = substr(line, 1, at - 1)
	}
	put_broken("", line, ", ", indent "    ")
}

# Breaks a long line where the separator is.
function put_broken(first, text, separator, indent,   part, parts, i, line) {
	parts = split(text, part, separator)
	line = first part[1]
	for (i = 2; i <= parts; i++)
		if (length(line separator part[i]) > 74 && part[i] != "*/") {
			print line substr(separator, 1, length(separator) - 1)
			line = indent part[i]
		} else
			line = line separator part[i]
	print line
}

# Names stand out, what is indented is code, and what is said of an argument is a paragraph.
function put_comment(   i, is_code, was_code) {
	for (i = 1; i <= lines; i++) {
		is_code = comment[i] ~ /^    / || (was_code && comment[i] == "" && comment[i + 1] ~ /^    /)
		if (is_code != was_code)
			print "```"
		was_code = is_code
		sub(/^    /, "", comment[i])
		if (!is_code) {
			gsub(/stencil_[a-z_]+|[a-z]+\[[^ ,:;.]*( \+ [a-z]\])?/, "`&`", comment[i])
			gsub(/ -[a-z]+/, "`&`", comment[i])
		}
		if (comment[i] ~ /^[a-z]+: / && comment[i - 1] ~ /\.$/)
			print ""
		print comment[i]
	}
	if (was_code)
		print "```"
	print ""
}
