# page.awk : writes a manual page from a page of Markdown, which has a title as "# NAME(1)", what it is in a
# line, and sections. Lines that stand alone: @usage, @options, @lists and @status put what --help all says;
# @include FILE puts another page without its title.
#
# awk -f help.awk -f page.awk -v help=FILE -v version=1.0.0 -v date=2026-11-22 PAGE.md

BEGIN {
	if (help)
		read_help(help)
	read_page(ARGV[1])
	exit failed
}

function complain(message) {
	print "page.awk: " message >"/dev/stderr"
	failed = 1
}

function read_page(file,   line, begun) {
	while ((getline line <file) > 0) {
		begun = 1
		if (sub(/^@include /, "", line))
			read_page(line)
		else
			put(line)
	}
	if (!begun)
		complain("cannot read " file)
	end_paragraph()
}

# A line of Markdown.
function put(line) {
	if (line ~ /^```/) {
		end_paragraph()
		code = !code
		print code ? (begun_by == "heading" ? "" : ".PP\n") ".RS 4\n.nf" : ".fi\n.RE"
		begun_by = ""
	} else if (code)
		print literal(line)
	else if (line ~ /^# /)
		put_title(substr(line, 3))
	else if (line ~ /^## /)
		put_heading(".SH " toupper(substr(line, 4)))
	else if (line ~ /^### /)
		put_heading(".SS " substr(line, 5))
	else if (line ~ /^@/)
		put_help(line)
	else if (line ~ /^\|/)
		put_row(line)
	else if (line ~ /^- /) {
		end_paragraph()
		print ".IP \\(bu 2"
		paragraph = substr(line, 3)
		begun_by = "item"
	} else if (line == "")
		end_paragraph()
	else {
		sub(/^ +/, "", line)
		paragraph = paragraph (paragraph == "" ? "" : " ") line
	}
	in_table = line ~ /^\|/
}

function put_title(line,   part) {
	if (titled++)
		return
	split(line, part, /[()]/)
	print ".TH " toupper(part[1]) " " part[2] " " date " \"stencilgen " version "\""
	print ".SH NAME"
	begun_by = "heading"
	paragraph = "`" part[1] "` \\-"
}

function put_heading(line) {
	end_paragraph()
	print line
	begun_by = "heading"
}

function end_paragraph() {
	if (paragraph == "" || paragraph ~ / \\-$/)
		return
	if (begun_by == "")
		print ".PP"
	fill(inline(paragraph))
	paragraph = begun_by = ""
}

# A row of a table: its first cell is the item, others are joined. What stands above the cells is said before them.
function put_row(line,   cell, count, i, text) {
	end_paragraph()
	gsub(/^\| *| *\|$/, "", line)
	count = split(line, cell, / *\| */)
	if (line ~ /^---/)
		return
	if (in_table) {
		print ".TP"
		print inline(cell[1])
		for (i = 2; i <= count; i++)
			text = text (text != "" && cell[i] != "" ? "; " : "") cell[i]
		fill(inline(text))
	} else if (cell[1] != "") {
		paragraph = toupper(substr(cell[1], 1, 1)) substr(cell[1], 2) ":"
		end_paragraph()
	}
	begun_by = ""
}

function put_help(line,   i, count, item, outcome) {
	end_paragraph()
	if (line == "@usage")
		for (i = 1; i <= usages; i++) {
			item = usage[i]
			gsub(/[A-Za-z.]*[A-Z][A-Za-z]*(\.[a-z]+)?/, "\\fI&\\fP", item)
			sub(/[a-z]+/, "\\fB&\\fP", item)
			gsub(/--[a-z]+/, "\\fB&\\fP", item)
			gsub(/-/, "\\-", item)
			print item (i < usages ? "\n.br" : "")
		}
	else if (line == "@options")
		for (i = 1; i <= options; i++) {
			if (i in heading)
				print ".SS " heading[i]
			item = letter[i] (letter[i] && name[i] ? ", " : "") name[i]
			print ".TP"
			print "\\fB" literal(item) "\\fP" (argument[i] ? " \\fI" argument[i] "\\fP" : "")
			fill(plain(text[i]))
		}
	else if (line == "@lists")
		for (i = 1; i <= parts; i++) {
			if (title[i] ~ /^Example/)
				continue
			print ".SS " title[i]
			print ".nf"
			printf "%s", literal(body[i])
			print ".fi"
		}
	else if (line == "@status") {
		count = split(status, outcome, /,? *[0-9]+ /)
		for (i = 2; i <= count; i++) {
			match(status, /[0-9]+/)
			print ".TP"
			print "\\fB" substr(status, RSTART, RLENGTH) "\\fP"
			status = substr(status, RSTART + RLENGTH)
			sub(/\.$/, "", outcome[i])
			fill(plain(outcome[i]))
		}
	} else
		complain("what is " line "?")
	begun_by = ""
}

function plain(s) {
	gsub(/\\/, "\\e", s)
	return s
}

# Code: minus signs are such, and no sentence ends in it.
function literal(s) {
	s = plain(s)
	gsub(/-/, "\\-", s)
	gsub(/[?!] /, "&\\\\\\&", s)
	gsub(/\n\./, "\n\\\\\\&.", s)
	return s ~ /^[.']/ ? "\\&" s : s
}

# A text with `code`, **weight** and [links](to pages).
function inline(s,   count, part, i, out, bold) {
	count = split(s, part, "`")
	for (i = 1; i <= count; i++) {
		if (i % 2 == 0) {
			out = out "\\fB" literal(part[i]) (bold ? "" : "\\fP")
			continue
		}
		s = part[i]
		gsub(/\]\([^)]*\)/, "", s)
		gsub(/\[/, "", s)
		while (match(s, /\*\*/)) {
			s = substr(s, 1, RSTART - 1) (bold ? "\\fP" : "\\fB") substr(s, RSTART + 2)
			bold = !bold
		}
		out = out s
	}
	return out
}

# Prints a paragraph; sentences begin on lines of their own.
function fill(s,   count, word, i, line) {
	count = split(s, word, " ")
	for (i = 1; i <= count; i++) {
		if (line != "" && length(line) + length(word[i]) > 77) {
			put_text(line)
			line = ""
		}
		line = line (line == "" ? "" : " ") word[i]
		if (word[i] ~ /[.!?][)"]?(\\fP)?$/ && word[i + 1] ~ /^(\\fB)?[A-Z]/) {
			put_text(line)
			line = ""
		}
	}
	if (line != "")
		put_text(line)
}

function put_text(line) {
	print (line ~ /^[.']/ ? "\\&" : "") line
}
