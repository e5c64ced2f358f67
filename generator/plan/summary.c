#include "generator/plan/plan.h"

#include <stddef.h>

/* Columns of plan_csv, each an int of the plan. */
static const struct {
	const char *name;
	size_t member;
} costs[] = {
	{ "columns", offsetof(struct plan, column_count) }, { "loads", offsetof(struct plan, loads) },
	{ "stores", offsetof(struct plan, stores) }, { "flops", offsetof(struct plan, flops) },
	{ "bytes_a_point", offsetof(struct plan, bytes) },
};
enum { COSTS = sizeof costs/sizeof *costs };

/* What kinds of operations there are. */
struct operators {
	bool arithmetic[OP_NOT + 1], functions, branches;
};

static void
note_operator(void *context, const struct expr *e)
{
	struct operators *found = context;

	found->branches |= e->kind == EXPR_SELECT;
	found->functions |= e->kind == EXPR_CALL;
	if (e->kind == EXPR_BINARY && e->u.binary.op >= OP_ADD)
		found->arithmetic[e->u.binary.op] = true;
}

static void
put_operators(FILE *out, const struct plan *plan)
{
	struct operators found = { 0 };
	const char *between = "";

	for (const struct instance *i = plan->instances; i; i = i->next) {
		plan_walk(i, note_operator, &found);
		found.branches |= i->stmt->kind == STMT_IF;
	}
	const struct {
		bool found;
		const char *name;
	} names[] = {
		{ found.arithmetic[OP_ADD], "+" }, { found.arithmetic[OP_MUL], "*" },
		{ found.arithmetic[OP_SUB], "-" }, { found.arithmetic[OP_DIV], "/" },
		{ found.functions, "functions" }, { found.branches, "branches" },
	};

	for (size_t n = 0; n < sizeof names/sizeof *names; n++)
		if (names[n].found) {
			fprintf(out, "%s%s", between, names[n].name);
			between = " ";
		}
}

void
plan_csv_header(FILE *out)
{
	fputs("stencil,reach_x,reach_y,reach_z,inputs,outputs,operators", out);
	for (int c = 0; c < COSTS; c++)
		fprintf(out, ",%s", costs[c].name);
	putc('\n', out);
}

void
plan_csv(FILE *out, const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	int inputs = 0, outputs = 0;

	for (const struct field *f = stencil->fields; f; f = f->next) {
		inputs += plan->fields[f->index] && f->role != ROLE_OUT;
		outputs += f->role != ROLE_IN;
	}
	fputs(stencil->name, out);
	for (int a = 0; a < 3; a++)
		fprintf(out, ",%d..%d", -stencil->extents.low[a], stencil->extents.high[a]);
	fprintf(out, ",%d,%d,", inputs, outputs);
	put_operators(out, plan);
	for (int c = 0; c < COSTS; c++)
		fprintf(out, ",%d", *(const int *)((const char *)plan + costs[c].member));
	putc('\n', out);
}
