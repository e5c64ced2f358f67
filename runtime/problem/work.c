#include "runtime/problem/work.h"

#include "generator/plan/sweeps.h"
#include "generator/split/parts.h"

#include <math.h>

enum { MOST_MIXED = 8 };

/* The unit is the smallest number: a mask counts for part of one. Fields of columns count where none has levels, and what only
 * takes sums writes, as a kernel must, too. */
struct mix
mix_of_plan(const struct plan *plan)
{
	const enum shape shape = plan->bytes ? SHAPE_POINT : SHAPE_COLUMN;
	const int bytes = plan->bytes ? plan->bytes : plan->column_bytes;
	int unit = sizeof (double), written = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == shape && f->type != TYPE_BOOL) {
			const int size = element_size(f->type);

			unit = size < unit ? size : unit;
			written += f->role == ROLE_IN ? 0 : size;
		}
	return (struct mix){
		.reads = bytes > written ? (bytes - written)/unit : 0,
		.writes = written ? written/unit : 1,
	};
}

struct mix
mix_of_share(double written)
{
	struct mix best = { 0, 1 };
	double least = 1;

	for (int writes = 1; writes <= MOST_MIXED; writes++)
		for (int reads = 0; reads + writes <= MOST_MIXED; reads++) {
			const double off = fabs(written - (double)writes/(reads + writes));

			if (off < least) {
				least = off;
				best = (struct mix){ reads, writes };
			}
		}
	return best;
}

/* Bodies of loops have fields of their own, by the same indices. */
static bool
loop_loads(const struct column_loop *loop, const struct field *field)
{
	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = plan_first_read(loop->segments[s].plan); r; r = plan_next_read(loop->segments[s].plan, r))
			if (r->field->index == field->index)
				return true;
	return false;
}

static bool
loop_stores(const struct column_loop *loop, const struct field *field)
{
	for (int s = 0; s < loop->count; s++)
		for (const struct field *f = loop->segments[s].plan->stencil->fields; f; f = f->next)
			if (f->index == field->index && assigns_field(loop->segments[s].plan->stencil->statements, f))
				return true;
	return false;
}

int
part_moves(const struct part *part, const struct field *field)
{
	const struct columns *columns = part->plan->sweeps;
	const bool own = field->role == ROLE_OUT || !part->origins[field->index].field;
	int times = 0;

	if (!columns)
		return part->plan->fields[field->index] ? (field->role != ROLE_OUT) + (field->role != ROLE_IN) : 0;
	/* What a loop computes it has in variables. */
	for (int l = 0; l < columns->count; l++) {
		const bool stored = loop_stores(&columns->loops[l], field);

		times += stored + (!(stored && own) && loop_loads(&columns->loops[l], field));
	}
	return times;
}

double
part_reduced_bytes(const struct program *program, int number, double points, double columns)
{
	double bytes = 0;

	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->reduction && k->first == number)
			bytes += (k->shape == SHAPE_POINT ? points : columns)*element_size(k->type);
	return bytes;
}
