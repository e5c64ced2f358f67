# help.awk : reads what a program prints for --help all, which its table of options wrote.
#
# usage[1..usages]: the words after "Usage:". Options are numbered in their order: heading[i] stands above
# option i, if it is the first below it; letter[i] as "-o", name[i] as "--output", argument[i], text[i], and
# words[i] where it takes one of some words, or several if many[i]. Other paragraphs: title[1..parts], body[].
# status: how the program ends.

function read_help(file,   line, first, at, room) {
	first = 1
	while ((getline line <file) > 0) {
		if (line == "") {
			first = 0
			at = ""
		} else if (first) {
			if (sub(/^Usage: |^       /, "", line))
				usage[++usages] = line
		} else if (at == "" && line ~ /^Exit status: /) {
			at = "status"
			status = substr(line, 14)
		} else if (at == "status") {
			status = status " " line
		} else if (at == "") {
			at = line
		} else if (line ~ /^  -/) {
			add_option(substr(line, 3), at)
			at = "options"
		} else if (at == "options") {
			text[options] = text[options] (text[options] ? " " : "") substr(line, 23)
		} else {
			if (title[parts] != at)
				title[++parts] = at
			body[parts] = body[parts] line "\n"
		}
	}
	close(file)
	for (room = 1; room <= options; room++)
		find_words(room)
}

function forget_help() {
	usages = options = parts = 0
	split("", heading)
	split("", letter)
	split("", name)
	split("", argument)
	split("", text)
	split("", words)
	split("", many)
	split("", title)
	split("", body)
}

# "-o, --output PATH   a file", or the text on the lines below.
function add_option(line, above,   i, head, count, word) {
	options++
	if (above != "options")
		heading[options] = above
	i = index(line, "  ")
	head = i ? substr(line, 1, i - 1) : line
	text[options] = i ? substr(line, i) : ""
	sub(/^ */, "", text[options])
	count = split(head, word, /,? /)
	for (i = 1; i <= count; i++)
		if (word[i] ~ /^--/)
			name[options] = word[i]
		else if (word[i] ~ /^-/)
			letter[options] = word[i]
		else
			argument[options] = word[i]
}

# Help ends in ": one, two, three (default: one)".
function find_words(i,   t) {
	t = text[i]
	sub(/ \([^)]*\)$/, "", t)
	many[i] = argument[i] == "LIST"
	if (match(t, /: ([a-z_]+, )+[a-z_]+$/)) {
		words[i] = substr(t, RSTART + 2)
		gsub(/,/, "", words[i])
	}
}

# The first words of a paragraph's lines, each once.
function names_below(above,   i, j, count, line, word, seen, found) {
	for (i = 1; i <= parts; i++)
		if (index(title[i], above) == 1) {
			count = split(body[i], line, "\n")
			for (j = 1; j <= count; j++)
				if (split(line[j], word, " ") && !seen[word[1]]++)
					found = found " " word[1]
		}
	return substr(found, 2)
}
