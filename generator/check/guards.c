#include "generator/check/places.h"

static bool
is_known(const struct checker *c, const struct relation_chain *chain, int count)
{
	for (const struct assumption *a = c->scope->assumption; a; a = a->outer)
		for (int i = 0; i < a->count; i++)
			if (chain_begins(chain, count, a->chains[i]))
				return true;
	return false;
}

/* Whether a step may lead nowhere from an element of the domain. Each edge has a first cell. */
static bool
is_uncertain(const struct chain_step *step)
{
	return step->slot != ALL_SLOTS && step->relation->degree.kind != DEGREE_EXACT
		&& !(step->relation->id == EDGE_CELLS && step->slot == 0);
}

/* The number of steps up to the last one to a slot that may be empty. */
static int
uncertain_steps(const struct relation_chain *chain)
{
	int count = chain->count;

	while (count && !is_uncertain(&chain->steps[count - 1]))
		count--;
	return count;
}

static const char *
spell_chain(const struct checker *c, const struct relation_chain *chain, int count)
{
	const char *text = chain->from ? chain->from->name : "";

	for (int i = 0; i < count; i++)
		text = arena_printf(c->arena, "%s%s%s[%d]", text, *text ? "." : "", chain->steps[i].relation->name,
			chain->steps[i].slot);
	return text;
}

static void
warn_of_test(const struct checker *c, const struct relation_chain *chain, struct span span)
{
	const struct chain_step *last = chain_last(chain);

	warning_at(c->source, span, "this always holds: %s is read where it holds, so only elements that have it are"
		" updated; leave the test out",
		spell_chain(c, chain, chain->count));
	if (last && last->relation->degree.kind == DEGREE_EXACT)
		note_at(c->source, last->relation->span.end ? last->relation->span : span, "%s.%s has exactly %d slots, none of which"
			" is missing", location_names[last->relation->from], last->relation->name, last->relation->degree.most);
}

/* Warns of tests around a read that guard nothing: what no relation leaves open counts for the domain all the same. */
static void
find_needless_tests(const struct checker *c, const struct relation_chain *chain)
{
	for (const struct assumption *a = c->scope->assumption; a; a = a->outer)
		for (int i = 0; i < a->count; i++)
			if (a->spans[i].end && a->chains[i]->count && chain->count >= a->chains[i]->count && !uncertain_steps(a->chains[i])
					&& chain_begins(chain, a->chains[i]->count, a->chains[i])) {
				warn_of_test(c, a->chains[i], a->spans[i]);
				a->spans[i] = (struct span){ 0 };
			}
}

bool
must_exist(const struct checker *c, const struct relation_chain *chain, struct span span)
{
	const int count = uncertain_steps(chain);
	const char *text;

	find_needless_tests(c, chain);
	if (!count || is_known(c, chain, count))
		return true;
	text = spell_chain(c, chain, count);
	error_at(c->source, span, "%s may be missing: test exists(%s)", text, text);
	return false;
}

/* Adds the places that exist if a condition holds, or does not. */
static void
collect(const struct expr *condition, bool holds, struct assumption *to)
{
	const enum op joins = holds ? OP_AND : OP_OR;

	if (condition->kind == EXPR_EXISTS && holds && condition->u.exists.chain)
		to->spans[to->count] = condition->span, to->chains[to->count++] = condition->u.exists.chain;
	else if (condition->kind == EXPR_UNARY && condition->u.unary.op == OP_NOT)
		collect(condition->u.unary.operand, !holds, to);
	else if (condition->kind == EXPR_BINARY && condition->u.binary.op == joins) {
		collect(condition->u.binary.left, holds, to);
		collect(condition->u.binary.right, holds, to);
	}
}

static int
count_tests(const struct expr *e)
{
	const struct expr *operand;
	int count = e->kind == EXPR_EXISTS;

	for (int n = 0; (operand = expr_operand(e, n)); n++)
		count += count_tests(operand);
	return count;
}

void
assume(const struct checker *c, const struct expr *condition, bool holds)
{
	struct assumption *a = arena_new(c->arena, struct assumption);

	a->chains = arena_array(c->arena, const struct relation_chain *, (size_t)count_tests(condition));
	a->spans = arena_array(c->arena, struct span, (size_t)count_tests(condition));
	a->outer = c->scope->assumption;
	collect(condition, holds, a);
	c->scope->assumption = a;
}

void
forget(const struct checker *c)
{
	c->scope->assumption = c->scope->assumption->outer;
}
