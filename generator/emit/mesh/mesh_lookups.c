#include "generator/emit/mesh/mesh_text.h"
#include "generator/text/wrap.h"

#include <string.h>

const struct template *
mesh_common(const struct kernel *k)
{
	return template_find(k->templates, "mesh/common");
}

static const struct mesh_neighbor *
neighbor_of(const struct kernel *k, int neighbor)
{
	return &k->plan->neighbors->list[neighbor];
}

const char *
mesh_counter(const struct kernel *k, int neighbor)
{
	return k->plan->names.counters[loop_depth(k->plan->neighbors, neighbor) - 1];
}

/* Levels outermost, all elements' entries of a slot are side by side; innermost, an element's. */
const char *
mesh_slot_index(const struct kernel *k, const struct relation *relation, const char *element, const char *slot)
{
	const bool first = !strcmp(slot, "0"), second = !strcmp(slot, "1");

	if (k->variant->levels == LEVELS_INNERMOST)
		return arena_printf(k->arena, "%s*%d%s%s", element, relation->degree.most, first ? "" : " + ", first ? "" : slot);
	return first ? element : arena_printf(k->arena, "%s%s%s_stride + %s", second ? "" : slot, second ? "" : "*",
		location_names[relation->from], element);
}

const char *
mesh_entry(const struct kernel *k, int neighbor)
{
	const struct mesh_neighbor *s = neighbor_of(k, neighbor);

	return s->relation->degree.kind == DEGREE_ANY ? mesh_counter(k, neighbor)
		: mesh_slot_index(k, s->relation, mesh_element(k, s->before),
			s->slot == ALL_SLOTS ? mesh_counter(k, neighbor) : int_text(k->arena, s->slot));
}

/* Whether a neighbor may be absent in a kernel that goes through elements which lack neighbours: it is left then. */
static bool
is_partial(const struct kernel *k, int neighbor)
{
	const struct mesh_neighbor *s = neighbor_of(k, neighbor);

	return k->plan->neighbors->stencil->all_elements && neighbor != OWN_ELEMENT && s->slot != ALL_SLOTS && !s->may_lack;
}

/* An entry of a table. */
static const char *
entry_of(const struct kernel *k, int neighbor)
{
	return arena_printf(k->arena, "%s[%s]", lookups_table(k->lookups, neighbor_of(k, neighbor)->relation)->name,
		mesh_entry(k, neighbor));
}

bool
mesh_is_certain(const struct kernel *k, int neighbor)
{
	const struct mesh_neighbor *s = neighbor_of(k, neighbor);

	return !s->may_lack && s->relation->degree.kind == DEGREE_EXACT && !neighbor_of(k, s->before)->may_lack;
}

bool
mesh_lacks_chains(const struct kernel *k, int loop)
{
	for (int s = 1; s < k->plan->neighbors->count; s++)
		if (neighbor_of(k, s)->loop == loop && is_partial(k, s) && mesh_is_certain(k, s))
			return true;
	return false;
}

const char *
mesh_lookup(const struct kernel *k, int neighbor)
{
	const struct mesh_neighbor *s = neighbor_of(k, neighbor);
	const bool guarded = neighbor_of(k, s->before)->may_lack || is_partial(k, s->before);
	const char *lookup = entry_of(k, neighbor);

	/* Outside of its rows a block may lack neighbours: any will do, whose values are not used. */
	if (k->plan->neighbors->stencil->has_zone_blocks && s->relation->degree.kind == DEGREE_EXACT && !guarded && !is_partial(k, neighbor))
		return targets[k->variant->target].blocks ? arena_printf(k->arena, "max(%s, 0)", lookup)
			: arena_printf(k->arena, "%s < 0 ? 0 : %s", lookup, lookup);
	return !guarded ? lookup : arena_printf(k->arena, "%s < 0 ? -1 : %s", mesh_element(k, s->before), lookup);
}

const char *
mesh_element(const struct kernel *k, int neighbor)
{
	return k->plan->names.neighbors[neighbor_of(k, neighbor)->same];
}

bool
mesh_may_be_missing(const struct kernel *k, int neighbor)
{
	const struct looked_up *table = lookups_table(k->lookups, k->plan->neighbors->list[neighbor].relation);

	return !table->rows || table->holes;
}

/* Which of two neighbors that begin at the same one comes first: relation by relation, slot by slot. */
static bool
comes_before(const struct kernel *k, int a, int b)
{
	const struct mesh_neighbor *x = neighbor_of(k, a), *y = neighbor_of(k, b);

	return x->relation != y->relation ? x->relation->index < y->relation->index : x->slot < y->slot;
}

/* The neighbors that begin at one, in order, added to a list. */
static int
add_next(const struct kernel *k, int before, int *list, int count)
{
	const int first = count;

	for (int s = 1; s < k->plan->neighbors->count; s++) {
		int at = count;

		if (neighbor_of(k, s)->before != before || neighbor_of(k, s)->same != s)
			continue;
		for (; at > first && comes_before(k, s, list[at - 1]); at--)
			list[at] = list[at - 1];
		list[at] = s;
		count++;
	}
	return count;
}

/* Where a loop chooses, the element that it has may be any other one, which lacks neighbors: any will do for these, too. */
static const char *
index_text(const struct kernel *k, int neighbor, bool chooses)
{
	return chooses && mesh_is_certain(k, neighbor) ? arena_printf(k->arena, "max(%s, 0)", entry_of(k, neighbor)) : mesh_lookup(k, neighbor);
}

/* The variables of the neighbors of a loop, or of none: nearest first. */
static const char *
indices(const struct kernel *k, int loop, const bool *neighbors, bool chooses)
{
	int *list = arena_array(k->arena, int, k->plan->neighbors->count + 1);
	int count = add_next(k, OWN_ELEMENT, list, 0);
	const char *text = "";

	for (int i = 0; i < count; i++) {
		const int s = list[i];

		count = add_next(k, s, list, count);
		if (neighbors[s] && neighbor_of(k, s)->loop == loop)
			text = join_lines(k->arena, text, EXPAND(k, mesh_common(k), "index",
				{ "name", k->plan->names.neighbors[s] },
				{ "entry", index_text(k, s, chooses) }));
	}
	return text;
}

/* Whether another neighbor begins at one, and tells of both. */
static bool
continues(const struct kernel *k, int neighbor, const bool *neighbors)
{
	for (int s = 1; s < k->plan->neighbors->count; s++)
		if (neighbors[s] && neighbor_of(k, s)->before == neighbor && neighbor_of(k, s)->same == s && is_partial(k, s)
				&& neighbor_of(k, s)->loop == neighbor_of(k, neighbor)->loop)
			return true;
	return false;
}

/* Whether a loop that chooses has all that its values come from. */
static const char *
presence(const struct kernel *k, int loop, const bool *neighbors)
{
	const char *all = "entry >= 0";

	for (int s = 1; s < k->plan->neighbors->count; s++)
		if (neighbors[s] && neighbor_of(k, s)->loop == loop && neighbor_of(k, s)->same == s && is_partial(k, s) && mesh_is_certain(k, s))
			all = arena_printf(k->arena, "%s\1 && %s >= 0", all, entry_of(k, s));
	return !mesh_lacks_chains(k, loop) ? "" : wrap(k->arena, arena_printf(k->arena, "const bool there = %s;", all), LINE_WIDTH, 4);
}

/* What leaves an element, or an iteration of a loop, that lacks neighbours of exact relations. */
static const char *
absent(const struct kernel *k, int loop, const bool *neighbors, bool chooses, const char *leave)
{
	int *list = arena_array(k->arena, int, k->plan->neighbors->count + 1);
	int count = add_next(k, OWN_ELEMENT, list, 0);
	struct text conditions = { .arena = k->arena };

	for (int i = 0; i < count; i++) {
		const int s = list[i];

		count = add_next(k, s, list, count);
		if (!neighbors[s] || neighbor_of(k, s)->loop != loop || !is_partial(k, s) || continues(k, s, neighbors)
				|| (chooses && mesh_is_certain(k, s)))
			continue;
		text_add(&conditions, conditions.length ? "\1 || " : "");
		text_add(&conditions, arena_printf(k->arena, "%s < 0", mesh_element(k, s)));
	}
	return !conditions.length ? "" : wrap(k->arena, EXPAND(k, mesh_common(k), "absent",
		{ "conditions", text_of(&conditions) }, { "leave", leave }), LINE_WIDTH, 4);
}

/* A thread of a GPU with levels outermost has one element, others have a loop over elements. */
const char *
mesh_indices(const struct kernel *k)
{
	const bool loops = k->variant->levels == LEVELS_INNERMOST || !targets[k->variant->target].blocks;

	return join_lines(k->arena, indices(k, OWN_ELEMENT, k->lookups->neighbors, false),
		absent(k, OWN_ELEMENT, k->lookups->neighbors, false, loops ? "continue;" : "return;"));
}

const char *
mesh_loop_indices(const struct kernel *k, int loop, const bool *neighbors, bool chooses)
{
	return join_lines(k->arena, join_lines(k->arena, indices(k, loop, neighbors, chooses), chooses ? presence(k, loop, neighbors) : ""),
		absent(k, loop, neighbors, chooses, "continue;"));
}

const char *
mesh_aligned(const struct kernel *k, const char *lines)
{
	enum { COLUMN = 33 }; /* of comments in a list of parameters */
	struct text text = { .arena = k->arena };

	while (*lines) {
		const int length = (int)strcspn(lines, "\n");
		const char *comment = strstr(lines, " // ");
		const int code = comment && comment < lines + length ? (int)(comment - lines) : length;

		text_add(&text, arena_printf(k->arena, "%-*.*s%.*s%s", code < length ? COLUMN - 1 : 0, code, lines,
			length - code, lines + code, lines[length] ? "\n" : ""));
		lines += length + (lines[length] == '\n');
	}
	return text_of(&text);
}

const char *
mesh_shape(const struct kernel *k, const char *name, const struct relation *relation)
{
	const char *letter = arena_strndup(k->arena, location_names[relation->from], 1);

	return arena_printf(k->arena, "%s[%s]", name,
		relation->degree.kind == DEGREE_ANY ? "n" : mesh_slot_index(k, relation, letter, "n"));
}

const char *
mesh_table_parameters(const struct kernel *k)
{
	const char *text = "";

	for (int i = 0; i < k->lookups->count; i++) {
		const struct looked_up *table = &k->lookups->tables[i];
		const enum location from = table->relation->from, to = table->relation->to;

		text = join_lines(k->arena, text, EXPAND(k, mesh_common(k), "table",
			{ "table", table->name },
			{ "start", macro_if(table->rows == table->relation) },
			{ "rows", macro_if(table->rows) },
			{ "shape", table->rows ? "" : mesh_shape(k, table->name, table->relation) },
			{ "to", location_names[to] },
			{ "plural", location_plurals[to] },
			{ "location", location_names[from] },
			{ "element", arena_strndup(k->arena, location_names[from], 1) }));
	}
	return mesh_aligned(k, text);
}

/* A list with a comma behind it, if there is anything. */
static const char *
with_comma(const struct kernel *k, const struct list *list)
{
	return !list->text.length ? "" : arena_printf(k->arena, "%s,", list_text(list));
}

const char *
mesh_table_arguments(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	for (int i = 0; i < k->lookups->count; i++) {
		const struct looked_up *table = &k->lookups->tables[i];

		if (table->rows == table->relation)
			list_add(&list, arena_printf(k->arena, "%s->start", table->name));
		list_add(&list, arena_printf(k->arena, "%s->table", table->name));
	}
	return with_comma(k, &list);
}

const char *
mesh_relation_parameters(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	for (int i = 0; i < k->lookups->count; i++)
		list_add(&list, arena_printf(k->arena, "const struct stencil_relation *%s", k->lookups->tables[i].name));
	return with_comma(k, &list);
}

const char *
mesh_unpacked_relations(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	for (int i = 0; i < k->lookups->count; i++)
		list_add(&list, arena_printf(k->arena, "&view->relations[%d]", i));
	return with_comma(k, &list);
}
