# chart.awk : what is wrong with a chart; exit status 1 if anything is.
#     awk -f tests/lib/chart.awk [-v expected=FILE] CHART.svg
#
# The SVG has to be well-formed and at most 900 pixels wide; its texts must be inside and apart from each
# other. Each mark has a <title>, "NAMES: NUMBER UNIT", and has to be where the number says, beside the
# other marks of its plot (a <g>): bars in proportion, points on a linear or logarithmic scale, shades in
# order. Bars and cells have the number written at them.
#
# expected: the rows that were drawn, in fields separated by tabs: a mark's names ("" for any), its value, and
# names of its series and of its group that have to be readable in the chart ("" for any).

BEGIN {
	FS = "\n"
	marks = texts = plots = depth = faults = 0
}

function fault(text) {
	if (faults++ < 10)
		print FILENAME ": " text
}

function abs(x) { return x < 0 ? -x : x }
function near(a, b, slack) { return abs(a - b) <= slack*(abs(a) > abs(b) ? abs(a) : abs(b)) }

function attribute(name,   at) {
	at = index($0, " " name "=\"")
	return at ? substr($0, at + length(name) + 3) + 0 : 0
}

function unescaped(text) {
	gsub(/&lt;/, "<", text)
	gsub(/&gt;/, ">", text)
	gsub(/&quot;/, "\"", text)
	gsub(/&amp;/, "\\&", text)
	return text
}

# In thousandths of the font's size, of the widest common fonts.
function width_of(text, font,   i, c, width) {
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c >= "\200" && c < "\300") continue
		else if (index("ijl.,:;'|!I ", c)) width += 360
		else if (index("ft()[]/-rJ\"", c)) width += 460
		else if (index("mwMW@%", c)) width += 1000
		else width += c >= "\200" || c ~ /[A-Z]/ ? 760 : 640
	}
	return width*font/1000
}

function read_text(   font, text, width, x, y) {
	text = $0
	sub(/^<text [^>]*>/, "", text)
	sub(/<\/text>$/, "", text)
	text = unescaped(text)
	font = /class="(title|section)/ ? 14 : /class="small/ ? 10 : 12
	width = width_of(text, font)
	x = attribute("x")
	y = attribute("y")
	if (/text-anchor="middle"/) x -= width/2
	else if (/text-anchor="end"/) x -= width
	left[texts] = x
	right[texts] = x + width
	top[texts] = y - font + 3
	bottom[texts] = y + 1
	words[texts++] = text
	readable[text] = 1
	gsub(/ /, "", text)
	all = all "\n" text
	if (/class="small/ && wants_number) {
		check_number(text)
		wants_number = 0
	}
}

# The number at a mark has three digits of the mark's, perhaps in another unit.
function check_number(text,   ratio) {
	if (text + 0 == 0 && value[marks - 1] != 0 || text !~ /^-?[0-9]/)
		fault("'" text "' is not the number of '" name[marks - 1] "'")
	if (text + 0 == 0)
		return
	ratio = value[marks - 1]/text
	while (ratio > 30) ratio /= 1000
	while (ratio > 0 && ratio < 0.03) ratio *= 1000
	if (ratio < 0.99 || ratio > 1.01)
		fault("'" text "' is written at '" name[marks - 1] ": " value[marks - 1] "'")
}

function read_mark(   title, at, colon) {
	if (wants_number)
		fault("'" name[marks - 1] "' has no number")
	title = $0
	sub(/^.*<title>/, "", title)
	sub(/<\/title>.*$/, "", title)
	title = unescaped(title)
	for (colon = 0; (at = index(substr(title, colon + 1), ": ")); colon += at) ;
	name[marks] = substr(title, 1, colon - 1)
	value[marks] = substr(title, colon + 2) + 0
	if (!colon || substr(title, colon + 2) !~ /^-?[0-9]/)
		fault("no number in '" title "'")
	kind[marks] = /class="heat/ ? "cell" : /^<rect/ ? "bar" : "point"
	plot[marks] = plots
	if (kind[marks] == "cell") {
		at = $0
		sub(/^.*class="heat/, "", at)
		place[marks] = at + 0
	} else if (kind[marks] == "bar")
		place[marks] = attribute("width")
	else {
		at = $0
		sub(/^.* d="M[-0-9.]* /, "", at)
		place[marks] = at + 0
	}
	wants_number = kind[marks] != "point"
	marks++
}

# Tags are closed by their own ends, in the same line or later.
function read_tags(   rest, tag) {
	rest = $0
	if (rest ~ /&/ && rest !~ /&(amp|lt|gt|quot);/)
		fault("an unknown entity: " $0)
	while (match(rest, /<\/?[a-z]+[^>]*>/)) {
		tag = substr(rest, RSTART + 1, RLENGTH - 2)
		rest = substr(rest, RSTART + RLENGTH)
		if (tag ~ /\/$/) continue
		sub(/ .*/, "", tag)
		if (tag !~ /^\//) stack[++depth] = tag
		else if (depth < 1 || tag != "/" stack[depth--]) fault("<" tag "> closes nothing")
	}
}

FNR == 1 {
	if (!/^<svg /) fault("is no SVG")
	canvas_width = attribute("width")
	canvas_height = attribute("height")
	if (canvas_width > 900) fault("is " canvas_width " pixels wide")
}
/^<style>/ { style = 1 }
!style || /<\/?style>/ { read_tags() }
/<\/style>/ { style = 0 }
/^<g>/ { plots++ }
/<title>/ { read_mark() }
/^<text / { read_text() }
{ last = $0 }

function check_texts(   i, j) {
	for (i = 0; i < texts; i++) {
		if (left[i] < 0 || top[i] < 0 || right[i] > canvas_width || bottom[i] > canvas_height)
			fault("'" words[i] "' is outside")
		for (j = 0; j < i; j++)
			if (left[i] < right[j] && left[j] < right[i] && top[i] < bottom[j] && top[j] < bottom[i])
				fault("'" words[i] "' lies on '" words[j] "'")
	}
}

# The part of the way from one value to another, on a scale.
function part(v, from, to, is_log) {
	return is_log ? log(v/from)/log(to/from) : (v - from)/(to - from)
}

# Marks least and most are the ends of the plot's scale; a tenth of a pixel is rounding.
function fits_scale(p, least, most, is_log,   i, there) {
	if (is_log && value[least] <= 0)
		return 0
	for (i = 0; i < marks; i++) {
		if (plot[i] != p) continue
		there = place[least] + part(value[i], value[least], value[most], is_log)*(place[most] - place[least])
		if (abs(there - place[i]) > 0.3)
			return 0
	}
	return 1
}

function check_shades(p,   i, j) {
	for (i = 0; i < marks; i++)
		for (j = 0; j < marks && plot[i] == p; j++)
			if (plot[j] == p && value[i] > value[j] && place[i] < place[j])
				fault("'" name[i] "' is lighter than '" name[j] "', a smaller number")
}

function check_places(p,   i, least, most, first) {
	least = most = -1
	for (i = 0; i < marks; i++) {
		if (plot[i] != p) continue
		if (least < 0 || value[i] < value[least]) least = i
		if (most < 0 || value[i] > value[most]) most = i
	}
	if (least < 0)
		return
	if (kind[least] == "cell")
		check_shades(p)
	else if (kind[least] == "bar") {
		first = abs(value[most]) > abs(value[least]) ? most : least
		for (i = 0; i < marks; i++)
			if (plot[i] == p && abs(place[i]*abs(value[first]) - abs(value[i])*place[first]) > 0.11*abs(value[first]))
				fault("the bar of '" name[i] ": " value[i] "' is " place[i] " pixels long")
	} else if (value[least] < value[most] && place[least] <= place[most])
		fault("'" name[most] "' is not above '" name[least] "'")
	else if (value[least] < value[most])
		if (!fits_scale(p, least, most, 0) && !fits_scale(p, least, most, 1))
			fault("points are not where their numbers are, in plot " p)
}

function sort(list, count,   i, j, x) {
	for (i = 1; i < count; i++) {
		x = list[i]
		for (j = i; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1]
		list[j] = x
	}
}

# As many marks as rows, with their names and numbers.
function check_expected(   row, rows, field, i, wanted, anonymous, given, found) {
	while ((getline row < expected) > 0) {
		split(row, field, "\t")
		rows++
		if (field[3] != "" && !(field[3] in readable))
			fault("the series '" field[3] "' is not named")
		gsub(/ /, "", field[4])
		if (field[4] != "" && !index(all, field[4]) && !index(joined, field[4]))
			fault("the group '" field[4] "' is not named")
		if (field[1] == "")
			anonymous[given++] = field[2] + 0
		else {
			wanted[field[1]] = field[2] + 0
			if (!(field[1] in found)) found[field[1]] = 0
		}
	}
	close(expected)
	if (rows != marks)
		fault(marks + 0 " marks for " rows + 0 " rows")
	for (i = 0; i < marks && !given; i++)
		if (!(name[i] in wanted) || !near(wanted[name[i]], value[i], 1e-5))
			fault("no row is '" name[i] ": " value[i] "'")
		else if (found[name[i]]++)
			fault("two marks are '" name[i] "'")
	if (given != marks || !given)
		return
	for (i = 0; i < marks; i++) found[i] = value[i]
	sort(found, marks)
	sort(anonymous, given)
	for (i = 0; i < marks; i++)
		if (!near(found[i], anonymous[i], 1e-5))
			fault("a mark has " found[i] " and a row " anonymous[i])
}

END {
	joined = all
	gsub(/\n/, "", joined)
	if (last != "</svg>" || depth) fault("is no whole SVG")
	if (!marks) fault("has no mark")
	if (wants_number) fault("'" name[marks - 1] "' has no number")
	check_texts()
	for (p = 0; p <= plots; p++) check_places(p)
	if (expected != "") check_expected()
	exit faults > 0
}
