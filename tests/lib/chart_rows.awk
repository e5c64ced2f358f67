# chart_rows.awk : the rows of a page's charts, as chart.awk expects them.
#     awk -f tests/lib/chart_rows.awk -v folder=FOLDER -v to=FOLDER PAGE
# For each chart NAME of the page, TO/NAME.rows is written from FOLDER/NAME.csv.

# Splits a line into cell[1..]; cells may have quotes. Returns their number.
function cells_of(line,   count, rest) {
	split("", cell)
	for (rest = line ","; rest != ""; rest = substr(rest, RLENGTH + 1)) {
		match(rest, /^("([^"]|"")*"|[^,]*),/)
		cell[++count] = substr(rest, 1, RLENGTH - 1)
		if (cell[count] ~ /^"/) {
			cell[count] = substr(cell[count], 2, length(cell[count]) - 2)
			gsub(/""/, "\"", cell[count])
		}
	}
	return count
}

function csv(name,   path, line, count, i) {
	path = folder "/" name ".csv"
	rows = 0
	while ((getline line < path) > 0) {
		count = cells_of(line)
		for (i = 1; i <= count; i++)
			if (rows == 0) column[cell[i]] = i
			else cells[rows, i] = cell[i]
		rows++
	}
	close(path)
}

function text(row, name) {
	return name in column ? cells[row, column[name]] : ""
}

function end_chart(   r, out, names, number) {
	if (chart == "")
		return
	out = to "/" chart ".rows"
	printf "" > out
	split("", column)
	split("", cells)
	csv(chart)
	for (r = 1; r < rows; r++)
		if (metric != "") {
			if (text(r, metric "_theirs") ~ /^-?[0-9.]/) print "\t" text(r, metric "_theirs") > out
			if (text(r, metric "_ours") ~ /^-?[0-9.]/) print "\t" text(r, metric "_ours") > out
		} else {
			names = text(r, group)
			if (panels != "") names = text(r, panels) ", " names
			names = names ", " text(r, series)
			print names "\t" text(r, value) "\t" text(r, series) "\t" (lines ? "" : text(r, group)) > out
		}
	close(out)
	chart = ""
}

/^@/ { end_chart() }
/^@table / { chart = "table-" $2; metric = $4 }
/^@(bars|lines|heat|roofline) / {
	chart = $2
	metric = panels = ""
	lines = $1 == "@lines" || $1 == "@roofline"
	group = $1 == "@heat" ? "block_x" : "storage"
	series = $1 == "@heat" ? "block_yz" : $1 == "@roofline" ? "stencil" : "access"
	value = $1 == "@roofline" ? "gflops" : "median_us"
}
$1 == "panels" { panels = $2 }
$1 == "group" { group = $2 }
$1 == "series" { series = $2 }
$1 == "value" { value = $2 }
END { end_chart() }
