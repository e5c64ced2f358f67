# anchors.awk PAGE... : prints each link with an anchor, in these pages and between them, whose heading does not exist.

function slug(heading) {
	heading = tolower(heading)
	gsub(/[^a-z0-9 _-]/, "", heading)
	gsub(/ /, "-", heading)
	return heading
}

function folder(path) {
	return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : ""
}

function plain(path) {
	while (sub(/[^\/.][^\/]*\/\.\.\//, "", path)) {}
	return path
}

FNR == 1 { code = 0; pages[FILENAME] = 1 }
/^```/ { code = !code }
code { next }
/^#+ / { sub(/^#+ /, ""); anchors[FILENAME "#" slug($0)] = 1; next }
{
	gsub(/`[^`]*`/, "")
	while (match($0, /\]\([^):]*#[^)]*\)/)) {
		link = substr($0, RSTART + 2, RLENGTH - 3)
		$0 = substr($0, RSTART + RLENGTH)
		links[FILENAME ":" FNR] = links[FILENAME ":" FNR] " " (link ~ /^#/ ? FILENAME link : plain(folder(FILENAME) link))
	}
}
END {
	for (line in links) {
		count = split(links[line], each, " ")
		for (i = 1; i <= count; i++)
			if (!(each[i] in anchors)) print line ": no " each[i]
	}
}
