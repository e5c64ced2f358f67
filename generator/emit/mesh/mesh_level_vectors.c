#include "generator/emit/mesh/mesh_prefetch.h"
#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/parameters.h"
#include "generator/emit/printer.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_defaults.h"

#include <string.h>

static const struct mesh_neighbor *
neighbor_of(const struct kernel *k, int neighbor)
{
	return &k->plan->neighbors->list[neighbor];
}

bool
mesh_has_vectors(const struct kernel *k)
{
	return k->level_vectors && targets[k->variant->target].blocks;
}

static bool
only_assigns(const struct stmt *stmt)
{
	while (stmt && stmt->kind == STMT_ASSIGN)
		stmt = stmt->next;
	return !stmt;
}

/* Whether elements are reached from those of a loop that exist, or not, for each of these. */
static bool
has_uncertain_chains(const struct kernel *k, int loop)
{
	for (int s = 1; s < k->plan->neighbors->count; s++)
		if (neighbor_of(k, s)->loop == loop && neighbor_of(k, s)->slot != ALL_SLOTS && !mesh_is_certain(k, s))
			return true;
	return false;
}

/* Vectors of levels know what to load where there is no chain's element. */
static bool
may_choose(const struct kernel *k, int loop)
{
	return k->variant->levels == LEVELS_INNERMOST ? mesh_has_vectors(k)
		: template_has(k->access, "choice") && !has_uncertain_chains(k, loop);
}

bool
mesh_chooses(const struct kernel *k, const struct stmt *loop)
{
	const int neighbor = loop->u.branch.condition->u.exists.neighbor;

	return may_choose(k, neighbor) && !neighbor_of(k, neighbor)->with && !lookups_table(k->lookups,
		neighbor_of(k, neighbor)->relation)->rows
		&& mesh_may_be_missing(k, neighbor) && only_assigns(loop->u.branch.then);
}

const char *
mesh_choice(const struct kernel *k, const struct stmt *loop, const char *variable, const char *value)
{
	const bool several = mesh_lacks_chains(k, loop->u.branch.condition->u.exists.neighbor);

	return EXPAND(k, k->access, "choice", { "there", several ? "there" : "entry >= 0" }, { "name", variable }, { "value", value });
}

/* Whether the element of a vector of levels may be missing, when its levels are loaded; a loop that chooses has another. */
static bool
may_be_missing(const struct kernel *k, const struct level_vector *s, bool chooses)
{
	const struct mesh_neighbor *neighbor = neighbor_of(k, s->neighbor);

	if (s->field->where.relation)
		return neighbor_of(k, neighbor->before)->may_lack;
	return neighbor->slot == ALL_SLOTS ? !chooses && mesh_may_be_missing(k, neighbor_of(k, s->neighbor)->same)
		: neighbor->may_lack;
}

/* An element's number, or that of a slot. Where there is no element, another's levels are loaded, and not used. */
static const char *
column(const struct kernel *k, const struct level_vector *s, bool chooses)
{
	const bool of_slot = s->field->where.relation;
	const char *entry = of_slot ? mesh_entry(k, s->neighbor) : mesh_element(k, s->neighbor);
	const bool missing = s->neighbor != OWN_ELEMENT && may_be_missing(k, s, chooses);

	if (missing)
		return mesh_has_vectors(k) ? arena_printf(k->arena, "max(%s, 0)", entry)
			: arena_printf(k->arena, "(%s < 0 ? 0 : %s)", entry, entry);
	return of_slot ? arena_printf(k->arena, "(%s)", entry) : entry;
}

/* Where the levels of a thread lie that a vector of levels has. */
static const char *
index_of(const struct kernel *k, const struct level_vector *s, bool chooses)
{
	return arena_printf(k->arena, "%s*height + k", column(k, s, chooses));
}

/* What begins a vector of levels: a CPU has a pointer to the element. */
static const char *
begin(const struct kernel *k, const struct level_vector *s, bool chooses)
{
	const bool in = s->field->role == ROLE_IN;

	if (!mesh_has_vectors(k))
		return arena_printf(k->arena, "%s%s *const %s = %s + %s*height;", in ? "const " : "", element_name(s->field->type), s->name,
			level_vector_field(k, s), column(k, s, chooses));
	if (s->field->role == ROLE_OUT)
		return level_vector_declared(k, s);
	return level_vector_loaded(k, s, index_of(k, s, chooses), "k", "height", in);
}

const char *
mesh_level_vectors(const struct kernel *k)
{
	struct text text = { .arena = k->arena };

	for (const struct level_vector *s = k->level_vectors; s; s = s->next)
		if (!neighbor_of(k, s->neighbor)->loop)
			lines_add(&text, begin(k, s, false));
	return text_of(&text);
}

struct search {
	const struct level_vector *vector;
	bool found;
};

static void
look(void *context, const struct expr *e)
{
	struct search *search = context;

	search->found = search->found || (e->kind == EXPR_FIELD && e->u.read.field == search->vector->field
		&& e->u.read.neighbor == search->vector->neighbor && !e->u.read.level);
}

/* Whether statements, or what they contain, read a vector of levels: not a level by value. */
static bool
is_read(const struct instance *instance, const struct stmt *stmt, const struct level_vector *s)
{
	struct search search = { s, false };

	for (; stmt && !search.found; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN) {
			if (plan_assigns(instance, stmt))
				plan_walk_expr(stmt->u.assign.value, look, &search);
		} else {
			plan_walk_expr(stmt->u.branch.condition, look, &search);
			search.found = search.found || is_read(instance, stmt->u.branch.then, s)
				|| is_read(instance, stmt->u.branch.otherwise, s);
		}
	return search.found;
}

const char *
mesh_loop_level_vectors(const struct kernel *k, const struct instance *instance, const struct stmt *loop, bool chained)
{
	const int neighbor = loop->u.branch.condition->u.exists.neighbor;
	struct text text = { .arena = k->arena };

	for (const struct level_vector *s = k->level_vectors; s; s = s->next)
		if (neighbor_of(k, s->neighbor)->loop == neighbor && (neighbor_of(k, s->neighbor)->slot != ALL_SLOTS) == chained
				&& is_read(instance, loop->u.branch.then, s))
			lines_add(&text, begin(k, s, mesh_chooses(k, loop)));
	return text_of(&text);
}

const char *
mesh_results(const struct kernel *k)
{
	struct text text = { .arena = k->arena };

	for (const struct level_vector *s = k->level_vectors; s; s = s->next)
		if (s->field->role != ROLE_IN)
			lines_add(&text, level_vector_stored(k, s, index_of(k, s, false), "bottom - k", "top - k"));
	return text_of(&text);
}

static bool any_in_list(const struct kernel *k, const struct stmt *stmt);

static bool
any_chooses(const struct kernel *k, const struct stmt *stmt)
{
	return is_neighbour_loop(stmt) && (mesh_chooses(k, stmt) || any_in_list(k, stmt->u.branch.then));
}

static bool
any_in_list(const struct kernel *k, const struct stmt *stmt)
{
	while (stmt && !any_chooses(k, stmt))
		stmt = stmt->next;
	return stmt;
}

static const char *
choice_text(const struct kernel *k)
{
	for (const struct instance *i = k->plan->instances; i; i = i->next)
		if (any_chooses(k, i->stmt))
			return kernel_section(k, k->access, "choose");
	return "";
}

const char *
mesh_preamble_of(const struct kernel *kernels, int count)
{
	const char *choice = "";

	for (int i = 0; i < count && !*choice; i++)
		choice = choice_text(&kernels[i]);
	return join_paragraphs(kernels->arena, choice, mesh_prefetch_function(kernels, count));
}

const char *
mesh_preamble(const struct kernel *k)
{
	return mesh_preamble_of(k, 1);
}

/* Of an exact relation's slots, or of those that there are at most. */
static int
alignment_of(const struct relation *relation, int bytes)
{
	return relation->degree.kind == DEGREE_ANY ? bytes : mesh_slots_alignment(relation->degree.most, bytes);
}

/* What is known, or asked in a launcher, of a table or field whose slots can be loaded together. */
static const char *
of_slots(const struct kernel *k, bool in_launcher, const char *name, const char *type, const struct relation *relation, int bytes)
{
	const int alignment = alignment_of(relation, bytes);

	if (alignment == bytes)
		return "";
	return in_launcher ? arena_printf(k->arena, "|| (size_t)%s %% %d != 0", name, alignment)
		: EXPAND(k, k->access, "slots_together",
			{ "field", name }, { "type", type }, { "bytes", int_text(k->arena, alignment) });
}

static const char *
of_all_slots(const struct kernel *k, bool in_launcher)
{
	const char *text = "";

	for (int i = 0; i < k->lookups->count; i++) {
		const struct looked_up *table = &k->lookups->tables[i];

		text = join_lines(k->arena, text, of_slots(k, in_launcher, in_launcher ? arena_printf(k->arena, "%s->table", table->name)
			: table->name, "int", table->relation, sizeof (int)));
	}
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (k->plan->fields[f->index] && f->shape == SHAPE_COLUMN && f->where.relation)
			text = join_lines(k->arena, text, of_slots(k, in_launcher, k->plan->names.fields[f->index], element_name(f->type),
				f->where.relation, element_size(f->type)));
	return text;
}

const char *
mesh_aligned_slots(const struct kernel *k)
{
	return of_all_slots(k, false);
}

const char *
mesh_misaligned(const struct kernel *k)
{
	const char *const or = "|| ";
	const char *text;

	if (!mesh_has_vectors(k))
		return "";
	text = join_lines(k->arena, !kernel_has_vectors(k) ? "" : join_lines(k->arena, "|| mesh->height % LEVELS != 0",
		misaligned_arrays(k, "LEVELS", false)), of_all_slots(k, true));
	return !*text ? "" : indent_lines(k->arena, text) + 4 + strlen(or);
}
