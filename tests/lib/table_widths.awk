# table_widths.awk : tables of a page of Markdown that do not fit into a page's usual 980 pixels,
# even if every cell is broken at its blanks; exit status 1 if there are any.

function end_table(   c, width) {
	for (c = 1; c <= columns; c++) width += 27 + 8.5*widest[c]
	if (width > 980) {
		printf "%s:%d: a table of %d columns is %d pixels wide\n", FILENAME, begin, columns, width
		wide = 1
	}
	columns = 0
	split("", widest)
}

/^\|/ {
	if (!columns) begin = FNR
	count = split($0, cell, "|")
	columns = count - 2
	for (c = 1; c <= columns; c++) {
		words = split(cell[c + 1], word, " ")
		for (w = 1; w <= words; w++)
			if (word[w] !~ /^:?-+:?$/ && length(word[w]) > widest[c])
				widest[c] = length(word[w])
	}
	next
}
columns { end_table() }
END {
	if (columns) end_table()
	exit wide
}
