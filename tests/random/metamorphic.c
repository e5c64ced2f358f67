/* Rewrites stencils in ways that change nothing and compares the bits that the
 * interpreter computes: names, the order of declarations, statements of no use, parts of
 * expressions that become temporaries. metamorphic [--write FOLDER] FILE..., as stencilsmith
 * writes them. Status 1 where they differ. FOLDER gets what was rewritten, for kernels of it. */

#include "generator/compile.h"
#include "generator/interpret/interpret.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 16, MOST_CELLS = 9*8*6 };

struct program {
	char text[MOST_TEXT];
	size_t length;
};

static void
append(struct program *to, const char *from, size_t length)
{
	if (to->length + length >= sizeof to->text) {
		fputs("metamorphic: text too long\n", stderr);
		exit(3);
	}
	memcpy(to->text + to->length, from, length);
	to->length += length;
	to->text[to->length] = '\0';
}

static void
append_words(struct program *to, const char *from)
{
	append(to, from, strlen(from));
}

static const char *
next_line(const char *line)
{
	return line + strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
}

/* Whether a word is one that stencilsmith makes: a letter or corner, and a digit. */
static bool
is_own_name(const char *word, size_t length)
{
	if (length == 1)
		return *word == 'h' || *word == 'q';
	return isdigit((unsigned char)word[length - 1])
		&& (length == 2 || (length == 7 && !strncmp(word, "corner", 6)));
}

/* Every name gets another one; fields still end in what they were called. */
static void
rename_all(const char *from, struct program *to)
{
	while (*from) {
		size_t length = 0;

		while (isalnum((unsigned char)from[length]) || from[length] == '_' || from[length] == '.')
			length++;
		if (length && isalpha((unsigned char)*from) && is_own_name(from, length))
			append_words(to, "other_");
		length += !length;
		append(to, from, length);
		from += length;
	}
}

static bool
is_declaration(const char *line)
{
	static const char *const words[] = { "    in ", "    out ", "    inout ", "    param ",
		"    neighbor ", "    halo " };

	for (size_t i = 0; i < sizeof words/sizeof *words; i++)
		if (!strncmp(line, words[i], strlen(words[i])))
			return true;
	return false;
}

/* The last declaration comes first. */
static void
permute(const char *from, struct program *to)
{
	const char *lines[64], *line = from;
	int count = 0;

	for (; *line && !is_declaration(line); line = next_line(line))
		append(to, line, (size_t)(next_line(line) - line));
	for (; is_declaration(line); line = next_line(line))
		lines[count++] = line;
	while (count-- > 0)
		append(to, lines[count], (size_t)(next_line(lines[count]) - lines[count]));
	append_words(to, line);
}

/* Before each top-level statement come ones that nothing reads. */
static void
add_dead_code(const char *from, struct program *to)
{
	int depth = 0, number = 0;

	for (const char *line = from; *line; line = next_line(line)) {
		const size_t length = (size_t)(next_line(line) - line);
		char dead[200];

		if (depth == 1 && !is_declaration(line) && line[0] == ' ' && line[4] != '/') {
			snprintf(dead, sizeof dead, "    dead%d = u0*level - 3;\n    if (u0 > 1) {\n        if (dead%d < 2) {"
				"\n            dead%d = u0;\n        }\n    }\n", number, number, number);
			append_words(to, dead);
			number++;
		}
		append(to, line, length);
		for (size_t i = 0; i < length; i++)
			depth += line[i] == '{' ? 1 : line[i] == '}' ? -1 : 0;
	}
}

/* The first innermost (a + b) or the like of a line that reads a field and has no
 * condition: its end, and *start. NULL if there is none. A call's arguments are none. */
static const char *
find_part(const char *line, size_t length, const char **start)
{
	const char *open = NULL;

	for (const char *c = line; c < line + length; c++) {
		if (*c == '(') {
			open = c > line && isalnum((unsigned char)c[-1]) ? NULL : c;
		} else if (*c == ')' && open) {
			const char *field = memchr(open, 'u', (size_t)(c - open));

			if (field && isdigit((unsigned char)field[1])) {
				*start = open;
				return c + 1;
			}
			open = NULL;
		} else if (strchr("<>=!&|?,", *c)) {
			open = NULL;
		}
	}
	return NULL;
}

/* Parts of top-level assignments become temporaries before them. Not those of a function: its u0 may be
 * a literal, which has the type of its neighbours until a temporary gives it one. */
static void
split(const char *from, struct program *to)
{
	bool function = true;
	int depth = 0, number = 0;

	for (const char *line = from; *line; line = next_line(line)) {
		const size_t length = (size_t)(next_line(line) - line);
		const char *value = memchr(line, '=', length), *start, *end = NULL;
		char name[64];

		function &= strncmp(line, "stencil ", 8) != 0;
		if (!function && depth == 1 && value && !is_declaration(line) && strncmp(line, "    if", 6) && line[4] != '/')
			end = find_part(value + 1, length - (size_t)(value + 1 - line), &start);
		for (size_t i = 0; i < length; i++)
			depth += line[i] == '{' ? 1 : line[i] == '}' ? -1 : 0;
		if (!end) {
			append(to, line, length);
			continue;
		}
		snprintf(name, sizeof name, "part%d", number++);
		append_words(to, "    ");
		append_words(to, name);
		append_words(to, " = ");
		append(to, start, (size_t)(end - start));
		append_words(to, ";\n");
		append(to, line, (size_t)(start - line));
		append_words(to, name);
		append(to, end, length - (size_t)(end - line));
	}
}

/* A field's number depends on its own name and the element. */
static double
some_number(const char *name, size_t i)
{
	uint64_t state = i + 1;

	for (const char *c = !strncmp(name, "other_", 6) ? name + 6 : name; *c; c++)
		state = state*31 + (unsigned char)*c;
	state *= UINT64_C(0x9e3779b97f4a7c15);
	state ^= state >> 31;
	state *= UINT64_C(0xbf58476d1ce4e5b9);
	return (double)(state >> 40)/(1 << 22) - 2;
}

struct outcome {
	struct arena arena;
	struct unit unit;
	void **fields;
};

static bool
run(const char *text, size_t size, enum type precision, struct outcome *o)
{
	struct diagnostics diagnostics = { .out = stderr, .quiet = true };
	const struct stencil *stencil;
	double *params;

	*o = (struct outcome){ .unit = { .source = { .path = "rewritten", .text = text, .size = size,
		.diagnostics = &diagnostics } } };
	if (!compile_parse(&o->arena, &o->unit) || !compile_check(&o->arena, precision, &o->unit)
			|| !compile_plan(&o->arena, &o->unit))
		return false;
	stencil = o->unit.stencils;
	o->fields = arena_array(&o->arena, void *, stencil->field_count + 1);
	params = arena_array(&o->arena, double, stencil->param_count + 1);
	for (const struct param *p = stencil->params; p; p = p->next)
		params[p->index] = p->value ? strtod(p->value, NULL) : 1;
	for (const struct field *f = stencil->fields; f; f = f->next) {
		double *doubles = o->fields[f->index] = arena_array(&o->arena, double, MOST_CELLS);
		float *floats = o->fields[f->index];
		int *ints = o->fields[f->index];
		unsigned char *bools = o->fields[f->index];

		for (size_t i = 0; i < MOST_CELLS; i++)
			if (f->type == TYPE_FLOAT)
				floats[i] = (float)some_number(f->name, i);
			else if (f->type == TYPE_INT)
				ints[i] = (int)(100*some_number(f->name, i));
			else if (f->type == TYPE_BOOL)
				bools[i] = some_number(f->name, i) > 0;
			else
				doubles[i] = some_number(f->name, i);
	}
	interpret(&(struct interpretation){ .stencil = stencil, .size = { 9, 8, 6 }, .fields = o->fields,
		.params = params });
	return true;
}

static const struct field *
find_field(const struct stencil *stencil, const char *name)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (!strcmp(strncmp(f->name, "other_", 6) ? f->name : f->name + 6, name))
			return f;
	return NULL;
}

static bool
same(const struct outcome *a, const struct outcome *b)
{
	for (const struct field *f = a->unit.stencils->fields; f; f = f->next) {
		const struct field *g = find_field(b->unit.stencils, f->name);

		if (!g || memcmp(a->fields[f->index], b->fields[g->index], MOST_CELLS*sizeof(double)))
			return false;
	}
	return true;
}

static const struct {
	const char *name;
	void (*rewrite)(const char *from, struct program *to);
} rewrites[] = {
	{ "renamed", rename_all }, { "permuted", permute }, { "dead_code", add_dead_code }, { "split", split },
};

/* As FOLDER/FILE_REWRITE.stencil, and so is the stencil called. */
static bool
write_text(const char *folder, const char *path, const char *rewrite, const char *text)
{
	static const char usual[] = "stencil smith";
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *name = strstr(text, usual);
	const int length = (int)strcspn(base, ".");
	char to[1024];
	FILE *file;

	snprintf(to, sizeof to, "%s/%.*s_%s.stencil", folder, length, base, rewrite);
	file = name ? fopen(to, "w") : NULL;
	if (!file)
		return false;
	fprintf(file, "%.*sstencil %.*s_%s%s", (int)(name - text), text, length, base, rewrite,
		name + strlen(usual));
	return !fclose(file);
}

static bool
try(const char *path, const struct program *text, enum type precision, const char *folder)
{
	struct outcome usual, other;
	bool good = run(text->text, text->length, precision, &usual);

	for (size_t i = 0; good && i < sizeof rewrites/sizeof *rewrites; i++) {
		static struct program rewritten;

		rewritten.length = 0;
		rewrites[i].rewrite(text->text, &rewritten);
		good = run(rewritten.text, rewritten.length, precision, &other) && same(&usual, &other);
		if (!good)
			fprintf(stderr, "%s, %s, %s: another result of\n%s", path, type_name(precision),
				rewrites[i].name, rewritten.text);
		if (good && folder)
			good = write_text(folder, path, rewrites[i].name, rewritten.text);
		arena_free(&other.arena);
	}
	arena_free(&usual.arena);
	return good;
}

static bool
read_text(const char *path, struct program *text)
{
	FILE *file = fopen(path, "r");

	text->length = file ? fread(text->text, 1, sizeof text->text - 1, file) : 0;
	text->text[text->length] = '\0';
	if (file)
		fclose(file);
	return text->length > 0;
}

int
main(int argc, char **argv)
{
	static struct program text;
	const char *folder = argc > 2 && !strcmp(argv[1], "--write") ? argv[2] : NULL;
	int passed = 0, failed = 0;

	for (int i = folder ? 3 : 1; i < argc; i++) {
		const bool good = read_text(argv[i], &text) && try(argv[i], &text, TYPE_DOUBLE, folder)
			&& try(argv[i], &text, TYPE_FLOAT, NULL);

		passed += good;
		failed += !good;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
