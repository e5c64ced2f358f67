#include "generator/language/relation_dump.h"

void
dump_steps(FILE *out, const struct step_name *steps)
{
	for (const struct step_name *step = steps; step; step = step->next) {
		fprintf(out, "%s%s", step == steps ? "" : ".", step->name);
		if (step->slot != ALL_SLOTS)
			fprintf(out, "[%d]", step->slot);
	}
}

void
dump_chain(FILE *out, const struct relation_chain *chain, int up)
{
	const char *dot = "";

	putc('[', out);
	if (chain->from) {
		fputs(chain->from->name, out);
		dot = ".";
	}
	for (int i = 0; i < chain->count; i++, dot = ".") {
		fprintf(out, "%s%s", dot, chain->steps[i].relation->name);
		if (chain->steps[i].slot != ALL_SLOTS)
			fprintf(out, "[%d]", chain->steps[i].slot);
	}
	if (up)
		fprintf(out, "%s%+d", *dot ? " " : "", up);
	putc(']', out);
}

void
dump_bindings(FILE *out, const struct binding *bindings)
{
	for (const struct binding *b = bindings; b; b = b->next) {
		fprintf(out, "%s%s in ", b == bindings ? " " : ", ", b->name);
		dump_steps(out, b->steps);
	}
}

void
dump_written_where(FILE *out, const struct written_where *where)
{
	if (where->location)
		fprintf(out, "%s%s%s ", where->location, where->relation ? "." : "",
			where->relation ? where->relation : "");
	if (where->half)
		fputs("half ", out);
}

void
dump_zones(FILE *out, const int zones[2])
{
	fputs("  zones", out);
	for (int i = 0; i < 2; i++)
		if (zones[i] == INNER)
			fputs(" inner", out);
		else
			fprintf(out, " %d", zones[i]);
	putc('\n', out);
}

static void
dump_piece(FILE *out, const struct relation_piece *piece)
{
	dump_steps(out, piece->steps);
	for (const struct relation_piece *less = piece->less; less; less = less->next) {
		fputs(" - ", out);
		dump_steps(out, less->steps);
	}
}

void
dump_relation(FILE *out, const struct relation *relation)
{
	static const char *const kinds[] = { [DEGREE_EXACT] = "", [DEGREE_AT_MOST] = "<=", [DEGREE_ANY] = "" };

	if (relation->span.start == relation->span.end && !relation->used)
		return;
	fprintf(out, "  relation %s.%s[%s", relation->from_written.location, relation->name,
		kinds[relation->degree.kind]);
	if (relation->degree.most)
		fprintf(out, "%d", relation->degree.most);
	putc(']', out);
	if (relation->to_written)
		fprintf(out, " -> %s", relation->to_written);
	for (const struct relation_piece *piece = relation->pieces; piece; piece = piece->next) {
		fputs(piece == relation->pieces ? " = " : ", ", out);
		dump_piece(out, piece);
	}
	putc('\n', out);
}
