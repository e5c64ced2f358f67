#include "generator/split/split.h"

#include "generator/base/list.h"
#include "generator/language/offset.h"

#include <string.h>

struct reader {
	const struct split *split;
	int statement;
	bool *wanted;
	bool fields; /* assignments to fields are wanted */
	bool grown;  /* more temporaries of the statement are wanted than before */
	bool silent;
	read_visit *visit;
	void *context;
};

static bool
is_of_statement(const struct reader *r, const struct temp *temp)
{
	return r->split->statement_of[temp->index] == r->statement;
}

static void
want(struct reader *r, const struct temp *temp)
{
	r->grown |= !r->wanted[temp->index];
	r->wanted[temp->index] = true;
}

static void
read_expr(struct reader *r, const struct expr *e, const struct facts *known)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && is_of_statement(r, e->u.read.temp))
		want(r, e->u.read.temp);
	else if (!r->silent && (e->kind == EXPR_FIELD || e->kind == EXPR_TEMP || e->kind == EXPR_PARAM))
		r->visit(r->context, e, known);
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		const struct facts inside = narrow_operand(known, e, n);

		read_expr(r, operand, &inside);
	}
}

static bool read_list(struct reader *r, const struct stmt *list, const struct facts *known);

/* Reads what the wanted assignments of a statement need. Returns whether there are any. */
static bool
read_statement(struct reader *r, const struct stmt *s, const struct facts *known)
{
	bool any = false;

	if (s->kind == STMT_ASSIGN) {
		any = s->u.assign.field ? r->fields : r->wanted[s->u.assign.temp->index];
		if (any)
			read_expr(r, s->u.assign.value, known);
		return any;
	}
	for (int n = 0; n < MOST_NESTED; n++) {
		const struct facts inside = narrow_nested(known, s, n);

		any |= read_list(r, stmt_nested(s, n), &inside);
	}
	if (any && stmt_expr(s))
		read_expr(r, stmt_expr(s), known);
	return any;
}

static bool
read_list(struct reader *r, const struct stmt *list, const struct facts *known)
{
	bool any = false;

	for (const struct stmt *s = list; s; s = s->next)
		any |= read_statement(r, s, known);
	return any;
}

/* Where nothing is assigned a version is what the one before was. */
static void
read_priors(const struct reader *r, const struct facts *known)
{
	for (const struct temp *t = r->split->stencil->temps; t; t = t->next)
		if (is_of_statement(r, t) && r->wanted[t->index] && t->prior) {
			const struct expr prior = {
				.kind = EXPR_TEMP, .type = t->prior->type, .span = t->span, .u.read.temp = t->prior,
			};

			r->visit(r->context, &prior, known);
		}
}

void
split_read_statement(const struct split *split, int statement, bool *wanted, bool fields, const struct facts *known,
	read_visit *visit, void *context)
{
	struct reader r = {
		.split = split, .statement = statement, .wanted = wanted, .fields = fields, .silent = true,
		.visit = visit, .context = context,
	};

	do {
		r.grown = false;
		read_statement(&r, split->statements[statement], known);
	} while (r.grown);
	r.silent = false;
	read_statement(&r, split->statements[statement], known);
	read_priors(&r, known);
}

struct collector {
	struct split *split;
	struct closure *closure;
	const struct reference *from; /* NULL: the root itself */
	int time;
	const struct temp *via;
};

/* Whether an access is as far past the sides as another one. */
static bool
is_as_far(const struct access *a, const struct access *b)
{
	for (int s = 0; s < SIDES; s++)
		if (a->past[s] < b->past[s])
			return false;
	return true;
}

/* Whether two references are to the same; all other elements of a mesh count as one. */
static bool
is_same(const struct reference *a, const struct reference *b)
{
	return a->field == b->field && a->temp == b->temp && !a->chain == !b->chain && !a->level == !b->level
		&& offset_equal(a->offset, b->offset);
}

static void
add_access(struct split *split, struct closure *closure, struct access access)
{
	for (int i = 0; i < closure->count; i++) {
		const struct access *known = &closure->accesses[i];

		if (is_same(&known->read, &access.read) && known->time == access.time && known->via == access.via
				&& is_as_far(known, &access))
			return;
	}
	if (closure->count == MAX_ACCESSES)
		return;
	closure->accesses = list_grow(split->arena, closure->accesses, sizeof access, closure->count, &closure->room);
	closure->accesses[closure->count++] = access;
}

static void
collect(void *collector, const struct expr *read, const struct facts *known)
{
	const struct collector *c = collector;
	const struct offset offset = read->u.read.offset;
	struct access access = { .read = read->u.read, .time = c->time, .via = c->via };

	if (read->kind == EXPR_PARAM)
		return;
	if (access.read.temp && access.read.temp->uniform)
		return;
	if (c->from) {
		access.read.offset = offset_add(c->from->offset, offset);
		if (access.read.level)
			access.read.offset.z = 0;
		access.read.chain = access.read.chain ? access.read.chain : c->from->chain;
	}
	for (enum side s = 0; s < SIDES; s++)
		access.past[s] = cells_past(known, s, reference_cells(&read->u.read, s, c->split->statements[c->time]->half));
	add_access(c->split, c->closure, access);
}

/* Drops what was only gone through. */
static void
keep_memory(const struct split *split, struct closure *closure)
{
	int count = 0;

	for (int i = 0; i < closure->count; i++)
		if (closure->accesses[i].read.field || split->kept[closure->accesses[i].read.temp->index])
			closure->accesses[count++] = closure->accesses[i];
	closure->count = count;
}

/* Distances to the sides at the points of a root. A root that is exact along an axis runs in the domain only. */
static struct facts
facts_of_root(const struct split *split, int root)
{
	struct facts facts = no_facts;

	for (enum side s = 0; s < SIDES; s++)
		if (split_is_exact(split, root, side_axis(s)))
			facts.low[s] = 0;
	return facts;
}

/* Distances to the sides at the points at which a temporary is read. */
static struct facts
facts_of_access(const struct access *access)
{
	struct facts facts = no_facts;

	for (int s = 0; s < SIDES; s++)
		if (access->past[s] != UNKNOWN_HIGH)
			facts.low[s] = -access->past[s];
	return facts;
}

/* Collects what a statement reads for the sake of one of its temporaries, or, if that is NULL, of its
 * fields and kept temporaries. */
static void
collect_reads(struct collector *c, int statement, const struct temp *only, const struct facts *known)
{
	struct split *split = c->split;

	c->time = statement;
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement)
			split->wanted[t->index] = only ? t == only : split->kept[t->index];
	split_read_statement(split, statement, split->wanted, !only, known, collect, c);
}

const struct closure *
split_closure(struct split *split, int statement)
{
	struct closure *closure = &split->closures[statement];
	struct collector c = { .split = split, .closure = closure };
	struct facts known;

	if (closure->known)
		return closure;
	known = facts_of_root(split, statement);
	closure->count = 0;
	closure->roams = false;
	collect_reads(&c, statement, NULL, &known);
	for (int i = 0; i < closure->count; i++) {
		const struct access access = closure->accesses[i];

		if (!access.read.temp || split->kept[access.read.temp->index])
			continue;
		closure->roams |= !reference_is_own(&access.read);
		c.from = &access.read;
		c.via = access.via ? access.via : access.read.temp;
		known = facts_of_access(&access);
		collect_reads(&c, split->statement_of[access.read.temp->index], access.read.temp, &known);
	}
	keep_memory(split, closure);
	closure->known = true;
	return closure;
}

static void
mark_live(void *live, const struct expr *read, const struct facts *known)
{
	(void)known;
	if (read->kind == EXPR_TEMP)
		((bool *)live)[read->u.read.temp->index] = true;
}

/* Statements only read what those before them make. */
const bool *
split_live(struct split *split)
{
	bool *live = arena_array(split->arena, bool, split->stencil->temp_count + 1);

	for (int s = split->count; s-- > 0; )
		split_read_statement(split, s, live, assigns_fields(split->statements[s]), &no_facts,
			mark_live, live);
	return live;
}
