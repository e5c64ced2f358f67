# Reads an emitted header and prints C: the fields of each struct that its launchers accept, the launchers,
# and one call of each kind with variables of these names. tests/kernels/launchers.c includes it.

function field(part, type, name) {
	fields[++field_count] = sprintf("{ PART_%s, %s, \"%s\", offsetof(%s, %s), %s },", part, type, name, struct_of[part], name,
		type == "KIND_pointer" ? "sizeof *((" struct_of[part] " *)0)->" name : "0")
}

# `int first, end;`, `const double *src;`, `const struct stencil_relation *cell_edges;`, `size_t u, v;`
function declaration(part, text,    type, count, names, i, name) {
	gsub(/\/\*.*/, "", text)
	gsub(/\[[^]]*\]/, "", text)
	sub(/;.*/, "", text)
	sub(/^ */, "", text)
	type = text ~ /struct stencil_relation/ ? "KIND_relation" : text ~ /\*/ ? "KIND_pointer" \
		: text ~ /^int / ? "KIND_int" : text ~ /^size_t / || continued ? "KIND_size" : "KIND_number"
	sub(/^(const )?(struct )?[a-z_0-9]+ /, "", text)
	count = split(text, names, /, */)
	for (i = 1; i <= count; i++) {
		name = names[i]
		gsub(/[* ]/, "", name)
		if (name != "")
			field(part, type, name)
	}
}

function parameters(text,    count, list, i, names) {
	count = split(text, list, ",")
	for (i = 1; i <= count; i++) {
		sub(/.*[ *]/, "", list[i])
		names = names (i > 1 ? ", " : "") (list[i] ~ /^(grid|mesh|args|elements)$/ ? "a->" list[i] "_pointer" : "a->" list[i])
	}
	return names
}

/^struct (stencil_grid|stencil_mesh|stencil_block|[a-z_0-9]+_args|[a-z_0-9]+_elements) \{/ {
	name = $2
	part = name == "stencil_grid" ? "grid" : name == "stencil_mesh" ? "mesh" : name == "stencil_block" ? "block" \
		: name ~ /_args$/ ? "args" : name == "stencil_elements" ? "" : "elements"
	if (part != "")
		struct_of[part] = "struct " name
	reading = part
	continued = 0
	next
}
reading != "" && /^\}/ { reading = ""; next }
reading != "" && (/;/ || /,$/) && !/^ *\*/ {
	if (continued && !/^ *[a-z]/)
		next
	declaration(reading, continued ? "size_t " $0 : $0)
	continued = reading == "elements" && !/;/
	next
}

# Inline functions: a name, then parameters up to the parenthesis that closes.
/^[a-z_0-9]+_(check|call|grid|columns_grid)[a-z_0-9]*\(/ && !/^stencil_/ {
	open = $0
	sub(/\(.*/, "", open)
	text = $0
	while (text !~ /\)/ && (getline line) > 0)
		text = text line
	sub(/^[^(]*\(/, "", text)
	sub(/\).*/, "", text)
	if (open ~ /_check/ && open !~ /_tiles$/) check = open "(" parameters(text) ")"
	if (open ~ /_call/) call = open "(" parameters(text) ")"
	if (open ~ /_columns_grid$/) columns_grid = open
	else if (open ~ /_grid$/) regular_grid = open
}
/^[a-z_0-9]+_launcher launch_[a-z_0-9]+;/ {
	type = $1
	name = $2
	sub(/;/, "", name)
	launchers[++launcher_count] = name
}
/^stencil_upload upload_/ { uploads[launcher_count] = substr($2, 1, length($2) - 1) }
/^[a-z_0-9]+_workspace workspace_/ { workspaces[launcher_count] = substr($2, 1, length($2) - 1) }
/^#define [A-Z_0-9]+_CHASING_SLOTS / { chasing = $2 }
/^#define [A-Z_0-9]+_DIRECT_SLOTS / { direct = $2 }

END {
	printf "typedef %s launcher;\n", type
	printf "typedef %s arguments;\ntypedef %s sizes;\n", struct_of["args"], struct_of["elements"]
	if (regular_grid != "") {
		if (chasing == "" && direct == "")
			chasing = 0
		printf "#define HAS_GRID 1\n#define REGULAR_GRID %s\n#define COLUMNS_GRID %s\n", regular_grid, columns_grid
		printf "#define SLOTS_OF_CHASING %s\n#define SLOTS_OF_DIRECT %s\n", chasing == "" ? direct : chasing, direct == "" ? chasing : direct
	} else if (struct_of["mesh"] != "")
		print "#define HAS_MESH 1"
	if (check != "")
		printf "#define CHECK(a) %s\n", check
	printf "#define CALL(a) %s\n", call
	print "#define LAUNCHERS \\"
	for (i = 1; i <= launcher_count; i++)
		printf "\t{ \"%s\", %s, %s, %s },%s\n", launchers[i], launchers[i], uploads[i] == "" ? "NULL" : uploads[i],
			workspaces[i] == "" ? "NULL" : workspaces[i], i < launcher_count ? " \\" : ""
	print "#define FIELDS \\"
	for (i = 1; i <= field_count; i++)
		printf "\t%s%s\n", fields[i], i < field_count ? " \\" : ""
}
