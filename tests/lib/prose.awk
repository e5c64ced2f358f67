# prose.awk : the style of a reference page. Prints what is not so: prose in lines of 100 columns at most, no sentence of more
# than 30 words, no private term. -v terms: a regular expression of such terms, in lower case, which stand between letters of
# other words. Code has neither; tables and headings have terms, but neither sentences nor limits. Names in `code` are one word
# and no term. -v longest=1 prints the number of words of the longest sentence instead.

function report(line, text) {
	if (!longest) print FILENAME ":" line ": " text
}

# Columns are characters, where awk may count bytes.
function columns(text) {
	gsub(/[\200-\277]/, "", text)
	return length(text)
}

# Reports the terms of a text, and returns it with a word in place of each.
function without_terms(text, line,    term) {
	gsub(/`[^`]*`/, "CODE", text)
	gsub(/\]\([^)]*\)/, "", text)
	gsub(/[][*_]/, "", text)
	text = " " text " "
	while (terms && match(tolower(text), "[^a-z](" terms ")[^a-z]")) {
		term = substr(text, RSTART, RLENGTH)
		report(line, "private term:" term)
		text = substr(text, 1, RSTART - 1) " word" substr(text, RSTART + RLENGTH - 1)
	}
	return text
}

function finish(    sentences, count, i, words) {
	text = without_terms(text, begin)
	count = split(text, sentences, /[.!?]+( |$)/)
	for (i = 1; i <= count; i++) {
		words = split(sentences[i], word, /[ \t]+/) - (sentences[i] ~ /^[ \t]/) - (sentences[i] ~ /[ \t]$/)
		if (words > most) most = words
		if (words > 30) report(begin, words " words: " sentences[i])
	}
	text = ""
}

FNR == 1 { finish(); code = 0; file = FILENAME }
/^```/ { finish(); code = !code; next }
code || /^    / { finish(); next }
/^[|#]/ { finish(); without_terms($0, FNR); next }
columns($0) > 100 { report(FNR, columns($0) " columns") }
/^$/ { finish(); next }
/^ *([-*]|[0-9]+[.]) / { finish(); sub(/^ *([-*]|[0-9]+[.]) /, "") }
{
	if (text == "") begin = FNR
	text = text (text == "" ? "" : " ") $0
}
END {
	finish()
	if (longest) print most
}
