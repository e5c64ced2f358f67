#include "runtime/bench/mesh_patterns.h"

#include "generator/base/printed.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/formats/csv.h"
#include "runtime/problem/mesh_problem.h"
#include "runtime/problem/mesh_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COMMONEST = 40, WARP = 32, SECTOR = 4, LINE = 16 }; /* in doubles */

/* A relation's table in the numbers of an order. */
struct seen_table {
	const struct relation *relation;
	int *at; /* at[element*slots + slot]; -1: no neighbour */
	int elements, targets, slots;
};

static bool
number_table(struct seen_table *table, const struct mesh_problem *p, const struct relation *relation,
	const struct mesh_numbering *numbering)
{
	const struct mesh_table *plain = &p->tables[relation->index];
	const int elements = p->mesh->count[relation->from], slots = plain->slots;

	*table = (struct seen_table){
		.relation = relation, .at = malloc(((size_t)elements*(size_t)slots + 1)*sizeof *table->at), .elements = elements,
		.targets = p->mesh->count[relation->to], .slots = slots,
	};
	for (int e = 0; e < elements && table->at; e++)
		for (int s = 0; s < slots; s++)
			table->at[(size_t)mesh_place(numbering->place[relation->from], e)*(size_t)slots + (size_t)s]
				= mesh_place(numbering->place[relation->to], plain->at[(size_t)e*(size_t)slots + (size_t)s]);
	return table->at;
}

/* A number for each pattern; that two have the same is as likely as not only among billions. */
static uint64_t
pattern_of(const struct seen_table *t, int element)
{
	const long long own = (long long)element*t->targets/t->elements;
	uint64_t hash = 0;

	for (int s = 0; s < t->slots; s++) {
		const int target = t->at[(size_t)element*(size_t)t->slots + (size_t)s];

		hash = (hash ^ (uint64_t)(target < 0 ? INT64_MIN : target - own))*UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return hash;
}

static int
ascending(const void *a, const void *b)
{
	const uint64_t m = *(const uint64_t *)a, n = *(const uint64_t *)b;

	return (m > n) - (m < n);
}

static int
descending(const void *a, const void *b)
{
	return ascending(b, a);
}

/* How many elements have each pattern, the most first. Returns how many patterns there are; -1: out of memory. */
static int
count_users(const struct seen_table *t, uint64_t **users)
{
	uint64_t *patterns = malloc(((size_t)t->elements + 1)*sizeof *patterns);
	int count = 0;

	*users = patterns;
	if (!patterns)
		return -1;
	for (int e = 0; e < t->elements; e++)
		patterns[e] = pattern_of(t, e);
	qsort(patterns, (size_t)t->elements, sizeof *patterns, ascending);
	for (int e = 0, first = 0; e < t->elements; e++)
		if (e + 1 == t->elements || patterns[e + 1] != patterns[e]) {
			patterns[count++] = (uint64_t)(e + 1 - first);
			first = e + 1;
		}
	qsort(patterns, (size_t)count, sizeof *patterns, descending);
	return count;
}

/* How many parts of memory of so many doubles a warp's elements reach through a slot. */
static int
count_parts(const struct seen_table *t, int first, int slot, int doubles)
{
	uint64_t parts[WARP];
	int count = 0, different = 0;

	for (int e = first; e < first + WARP; e++) {
		const int target = t->at[(size_t)e*(size_t)t->slots + (size_t)slot];

		if (target >= 0)
			parts[count++] = (uint64_t)(target/doubles);
	}
	qsort(parts, (size_t)count, sizeof *parts, ascending);
	for (int i = 0; i < count; i++)
		different += !i || parts[i] != parts[i - 1];
	return different;
}

/* The mean over all whole warps and all slots; 0 without any. */
static double
mean_parts(const struct seen_table *t, int doubles)
{
	double sum = 0, count = 0;

	for (int first = 0; first + WARP <= t->elements; first += WARP)
		for (int s = 0; s < t->slots; s++, count++)
			sum += count_parts(t, first, s, doubles);
	return count > 0 ? sum/count : 0;
}

/* What is written about. */
struct look {
	FILE *out;
	const char *stencil;
	const struct mesh_size *size;
	const struct mesh_numbering *numbering;
};

static void
put_row(const struct look *look, const struct seen_table *t, int rank, const uint64_t *users, int patterns)
{
	fprintf(look->out, "%s,", look->stencil);
	csv_put(look->size->what, look->out);
	putc(',', look->out);
	csv_put(look->numbering->order, look->out);
	fprintf(look->out, ",%s.%s,%d,%d,%d,%d,", location_names[t->relation->from], t->relation->name, t->elements, t->slots,
		rank, (int)users[rank - 1]);
	if (rank > 1)
		fputs(",,,,,\n", look->out);
	else
		fprintf(look->out, "%d,%lld,%.6f,%.2f,%.2f,%.2f\n", patterns, (long long)patterns*t->slots,
			patterns/(double)t->elements, 100.0*(double)*users/t->elements, mean_parts(t, SECTOR), mean_parts(t, LINE));
}

static bool
look_at_table(const struct look *look, const struct mesh_problem *p, const struct relation *relation)
{
	struct seen_table table;
	uint64_t *users = NULL;
	const int patterns = number_table(&table, p, relation, look->numbering) ? count_users(&table, &users) : -1;

	for (int rank = 1; rank <= patterns && rank <= COMMONEST; rank++)
		put_row(look, &table, rank, users, patterns);
	free(users);
	free(table.at);
	return patterns >= 0;
}

/* A stencil's relations on a mesh, in all orders. */
static bool
look_at_stencil(struct tool *tool, FILE *out, const struct mesh_size *size, const struct plan *plan,
	struct error *error)
{
	const struct stencil *stencil = plan_checked(plan);
	struct mesh_problem p;
	bool good = true;

	if (!mesh_problem_open(&p, &tool->arena, stencil, plan, size->mesh, error))
		return mesh_fail(tool, size->what, false, size->mesh, error);
	for (int o = 0; o < size->numbering_count; o++) {
		const struct look look = { out, stencil->name, size, &size->numberings[o] };

		for (int r = 0; r < p.lookups.count && good; r++)
			good = look_at_table(&look, &p, p.lookups.tables[r].relation);
	}
	mesh_problem_free(&p);
	return good || error_no_memory(error);
}

bool
mesh_patterns_write(struct tool *tool, const struct arguments *arguments, const struct axes *axes, const struct unit *units,
	int unit_count, struct error *error)
{
	struct printed text;
	bool good = true;

	if (!printed_open(&text))
		return error_no_memory(error);
	fputs("stencil,mesh,order,relation,elements,slots,rank,users,patterns,entries,ratio,commonest_pct,"
		"sectors_of_warp,lines_of_warp\n", text.out);
	for (int u = 0; u < unit_count; u++)
		for (int s = 0; s < units[u].count; s++)
			for (int m = 0; m < axes->mesh_count && good; m++)
				good = look_at_stencil(tool, text.out, &axes->meshes[m], units[u].plans[s], error);
	return printed_finish(&text, good, arguments->patterns, error);
}
