#include "runtime/problem/work.h"

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
