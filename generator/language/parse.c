#include "generator/language/parse.h"
#include "generator/language/nodes.h"

#include "grammar.h"

#include <string.h>

int sg_lex_init(yyscan_t *scanner);
int sg_lex_destroy(yyscan_t scanner);
struct yy_buffer_state *sg__scan_bytes(const char *bytes, int count, yyscan_t scanner);

/* Whether all of the text was looked at. */
static bool
parse(struct parser *p)
{
	enum { MOST_BYTES = 1 << 20 };
	const struct source *source = p->source;
	const char *zero;
	yyscan_t scanner;

	if (source->size > MOST_BYTES) {
		error_at(source, (struct span){ 0, 0 }, "file of more than %d MiB", MOST_BYTES >> 20);
		return false;
	}
	zero = memchr(source->text, '\0', source->size);
	if (zero) {
		const size_t at = (size_t)(zero - source->text);

		error_at(source, (struct span){ at, at + 1 }, "a zero byte: this is no text file");
		return false;
	}
	p->last_stencil = &p->stencils;
	p->last_definition = &p->definitions;
	if (sg_lex_init(&scanner) || !sg__scan_bytes(source->text, (int)source->size, scanner))
		out_of_memory();
	sg_parse(scanner, p);
	sg_lex_destroy(scanner);
	return true;
}

struct stencil *
parse_stencils(struct arena *arena, const struct source *source)
{
	const int errors = source->diagnostics->errors;
	struct parser p = { .arena = arena, .source = source };

	if (parse(&p) && !p.stencils && source->diagnostics->errors == errors)
		error_at(source, (struct span){ 0, 0 }, "no stencil in this file: write stencil NAME { ... }");
	for (struct stencil *s = p.stencils; s; s = s->next)
		s->definitions = p.definitions;
	return p.stencils;
}

struct expr *
parse_formula(struct arena *arena, const struct source *source)
{
	const int errors = source->diagnostics->errors;
	struct parser p = { .arena = arena, .source = source, .is_formula = true };

	parse(&p);
	return source->diagnostics->errors == errors ? p.formula : NULL;
}
