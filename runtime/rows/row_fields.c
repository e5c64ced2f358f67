#include "runtime/rows/row_fields.h"

#include <limits.h>
#include <math.h>

/* Fits a long long and is exact in a double. */
#define MOST_LONG 9007199254740992.0

#define FIELD(name, kind, member) { name, kind, offsetof(struct row, member) }

const struct row_field row_fields[] = {
	FIELD("stencil", ROW_TEXT, stencil),
	FIELD("storage", ROW_TEXT, storage),
	FIELD("access", ROW_TEXT, access),
	FIELD("fields", ROW_TEXT, fields),
	FIELD("levels", ROW_TEXT, levels),
	FIELD("precision", ROW_TEXT, precision),
	FIELD("order", ROW_TEXT, order),
	FIELD("block", ROW_TEXT, block),
	FIELD("size_x", ROW_INT, size[0]),
	FIELD("size_y", ROW_INT, size[1]),
	FIELD("size_z", ROW_INT, size[2]),
	FIELD("alignment_bytes", ROW_INT, alignment),
	FIELD("mesh", ROW_TEXT, mesh),
	FIELD("decision", ROW_TEXT, decision),
	FIELD("kernel_number", ROW_INT, part),
	FIELD("assigns", ROW_TEXT, assigns),
	FIELD("dim", ROW_INT, dim),
	FIELD("level", ROW_INT, level),
	FIELD("padded", ROW_INT, padded),
	FIELD("probes", ROW_INT, probes),
	FIELD("graph", ROW_INT, graph),
#define TUNABLE(id, ...) FIELD(#id, ROW_INT, tunables[TUNABLE_##id]),
#include "generator/variants/tunables.def"
	FIELD("kernel", ROW_TEXT, kernel),
	FIELD("note", ROW_TEXT, note),
	FIELD("points", ROW_REAL, points),
	FIELD("bytes", ROW_REAL, bytes),
	FIELD("flops", ROW_REAL, flops),
	FIELD("table_bytes", ROW_REAL, table_bytes),
	FIELD("predicted_us", ROW_REAL, predicted_us),
	FIELD("skipped_points", ROW_REAL, skipped),
	FIELD("checked_probes", ROW_INT, checked),
	FIELD("registers", ROW_INT, facts.registers),
	FIELD("spilled_bytes", ROW_INT, facts.local),
	FIELD("shared_bytes", ROW_INT, facts.shared),
	FIELD("resident_blocks", ROW_INT, facts.resident),
	FIELD("occupancy", ROW_REAL, facts.occupancy),
	FIELD("block_threads", ROW_LONG, facts.threads),
	FIELD("blocks", ROW_LONG, facts.blocks),
	FIELD("launches", ROW_INT, facts.launches),
};
const int row_field_count = sizeof row_fields/sizeof *row_fields;

const struct statistic statistic_fields[] = {
	{ "median", offsetof(struct statistics, median) },
	{ "mad", offsetof(struct statistics, deviation) },
	{ "low", offsetof(struct statistics, low) },
	{ "high", offsetof(struct statistics, high) },
	{ "q1", offsetof(struct statistics, low_quartile) },
	{ "q3", offsetof(struct statistics, high_quartile) },
	{ "min", offsetof(struct statistics, minimum) },
	{ "max", offsetof(struct statistics, maximum) },
};
const int statistic_count = sizeof statistic_fields/sizeof *statistic_fields;

static void *
member(const struct row *row, const struct row_field *field)
{
	return (char *)row + field->offset;
}

const char *
row_text(const struct row *row, const struct row_field *field)
{
	return *(const char **)member(row, field);
}

double
row_number(const struct row *row, const struct row_field *field)
{
	switch (field->kind) {
	case ROW_TEXT: break;
	case ROW_INT:  return *(int *)member(row, field);
	case ROW_LONG: return (double)*(long long *)member(row, field);
	case ROW_REAL: return *(double *)member(row, field);
	}
	return 0;
}

void
row_set_text(struct row *row, const struct row_field *field, const char *text)
{
	*(const char **)member(row, field) = text;
}

/* The nearest number that fits; 0 for NAN. */
static double
bounded(double number, double least, double most)
{
	return isnan(number) ? 0 : fmin(fmax(number, least), most);
}

void
row_set_number(struct row *row, const struct row_field *field, double number)
{
	switch (field->kind) {
	case ROW_TEXT: break;
	case ROW_INT:  *(int *)member(row, field) = (int)bounded(number, INT_MIN, INT_MAX); break;
	case ROW_LONG: *(long long *)member(row, field) = (long long)bounded(number, -MOST_LONG, MOST_LONG); break;
	case ROW_REAL: *(double *)member(row, field) = number; break;
	}
}
