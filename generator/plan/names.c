#include "generator/plan/names.h"

#include "generator/language/grid_kind.h"
#include "generator/plan/hoisted.h"
#include "generator/plan/lookups.h"
#include "generator/plan/reserved.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool
is_taken(const struct scope *scope, const char *name)
{
	switch (scope->of) {
	case NAMES_OF_KERNEL:
		return is_reserved(scope->plan->reserved, scope->plan->stencil, name);
	case NAMES_OF_LAUNCHER:
		return is_reserved_in_launcher(scope->plan->reserved, scope->plan->stencil, name);
	case NAMES_OF_MEMBERS:
		return is_reserved_as_member(name);
	}
	return false;
}

static bool
is_in_scope(const struct scope *scope, const char *name)
{
	for (int i = 0; i < scope->count; i++)
		if (!strcmp(scope->names[i], name))
			return true;
	return false;
}

const char *
scope_add(struct scope *scope, const char *name)
{
	if (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1])))
		name = arena_printf(scope->arena, "u%s", name);
	while (is_taken(scope, name) || is_in_scope(scope, name))
		name = arena_printf(scope->arena, "%s_", name);
	return scope->names[scope->count++] = name;
}

/* The same for a name that is no user's. */
static const char *
scope_take(struct scope *scope, const char *name)
{
	while (is_in_scope(scope, name))
		name = arena_printf(scope->arena, "%s_", name);
	return scope->names[scope->count++] = name;
}

static int
count_values(const struct plan *plan)
{
	int count = 0;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			count++;
	return count;
}

const char *
temp_base_name(struct arena *arena, const struct plan *plan, const struct temp *temp)
{
	int number = 0;
	const struct temp *last = NULL;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v && v->temp != last && !strcmp(v->temp->name, temp->name)
					&& v->temp->index <= temp->index) {
				number++;
				last = v->temp;
			}
	return number < 2 ? temp->name : arena_printf(arena, "%s%d", temp->name, number);
}

/* A neighbor that another loop of the same depth calls as this one calls it; 0: there is none. Loops inside each other
 * differ in depth. */
static int
find_namesake(const struct mesh_neighbors *neighbors, int neighbor)
{
	const struct mesh_neighbor *s = &neighbors->list[neighbor];

	for (int i = 1; i < neighbor && s->loop; i++) {
		const struct mesh_neighbor *other = &neighbors->list[i];

		if (other->loop && other->loop != s->loop && other->same == i && !strcmp(other->name, s->name)
				&& neighbors->list[other->loop].depth == neighbors->list[s->loop].depth)
			return i;
	}
	return 0;
}

/* Names the elements of a mesh. Those that are made up belong to no template. */
static const char **
name_neighbors(struct scope *scope, const struct mesh_neighbors *neighbors)
{
	const char **names = arena_array(scope->arena, const char *, neighbors->count);

	for (int i = 0; i < neighbors->count; i++) {
		const struct mesh_neighbor *neighbor = &neighbors->list[i];
		int namesake;

		if (neighbor->same != i)
			continue;
		namesake = find_namesake(neighbors, i);
		if (namesake)
			names[i] = names[namesake];
		else if (neighbor->is_generated || (!neighbor->name[1] && !strchr("ijkl", *neighbor->name)))
			names[i] = scope_take(scope, neighbor->name);
		else
			names[i] = scope_add(scope, neighbor->name);
	}
	for (int i = 0; i < neighbors->count; i++)
		names[i] = names[neighbors->list[i].same];
	return names;
}

/* What counts the slots of loops, by their depth, and what tables and distances are called. */
static void
name_counters(struct scope *scope, const struct mesh_neighbors *neighbors, const char *counters[LOOP_DEPTHS])
{
	static const char letters[] = "nmoqrstu";
	int count = 0;

	for (const char *letter = letters; *letter && count < LOOP_DEPTHS; letter++) {
		const char *name = arena_strndup(scope->arena, letter, 1);

		if (!is_in_scope(scope, name))
			counters[count++] = scope_take(scope, name);
	}
	for (int location = 0; location < LOCATIONS; location++) {
		scope_take(scope, location_plurals[location]);
		scope_take(scope, arena_printf(scope->arena, "%s_stride", location_names[location]));
	}
	for (const struct relation *r = neighbors->stencil->relations; r; r = r->next) {
		scope_take(scope, relation_table_name(scope->arena, r));
		scope_take(scope, arena_printf(scope->arena, "%s_start", relation_table_name(scope->arena, r)));
	}
}

/* Tables of relations are members beside the fields. */
static void
take_tables(struct scope *scope, const struct mesh_neighbors *neighbors)
{
	for (const struct relation *r = neighbors->stencil->relations; r; r = r->next)
		scope_take(scope, relation_table_name(scope->arena, r));
}

/* What kernels and launchers get. */
static struct names
name_operands(struct scope *scope, const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	const struct names names = {
		.fields = arena_array(scope->arena, const char *, stencil->field_count + 1),
		.params = arena_array(scope->arena, const char *, stencil->param_count + 1),
		.uniforms = arena_array(scope->arena, const char *, stencil->temp_count + 1),
	};

	for (const struct field *f = stencil->fields; f; f = f->next)
		names.fields[f->index] = scope_add(scope, f->name);
	for (const struct param *p = stencil->params; p; p = p->next)
		names.params[p->index] = scope_add(scope, p->name);
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			names.uniforms[t->index] = scope_add(scope, version_name(scope->arena, t));
	return names;
}

static void
name_hoisted_temps(struct scope *scope, const struct hoists *hoists)
{
	for (struct hoisted *h = hoists->first; h; h = h->next)
		if (h->temp)
			h->name = scope_add(scope, version_name(scope->arena, h->temp));
}

static const char *
word_of_operator(enum op op)
{
	return op == OP_ADD ? "plus" : op == OP_SUB ? "minus" : op == OP_MUL ? "times" : op == OP_DIV ? "over" : NULL;
}

static const char *
name_in_source(const struct expr *e)
{
	return e->kind == EXPR_FIELD ? e->u.read.field->name : e->kind == EXPR_PARAM ? e->u.param->name
		: e->kind == EXPR_TEMP ? e->u.read.temp->name : NULL;
}

/* rest_over_rr; NULL: it is made of more than two names, or of others. */
static const char *
spelled_name(struct arena *arena, const struct expr *e)
{
	enum { LONGEST = 24 };
	const char *word = e->kind == EXPR_BINARY ? word_of_operator(e->u.binary.op) : NULL;
	const char *left = word ? name_in_source(e->u.binary.left) : NULL, *right = word ? name_in_source(e->u.binary.right) : NULL;

	return !left || !right || strlen(left) + strlen(right) > LONGEST ? NULL : arena_printf(arena, "%s_%s_%s", left, word, right);
}

/* After all names of users, which stay what they are. */
static void
name_hoisted_parts(struct scope *scope, const struct hoists *hoists)
{
	int conditions = 0, constants = 0;

	for (struct hoisted *h = hoists->first; h; h = h->next) {
		const char *spelled = h->temp ? NULL : spelled_name(scope->arena, h->value);

		if (!h->temp)
			h->name = scope_add(scope, spelled ? spelled
				: h->value->type == TYPE_BOOL ? arena_printf(scope->arena, "condition%d", ++conditions)
				: arena_printf(scope->arena, "constant%d", ++constants));
	}
}

static void
name_values(struct scope *scope, struct plan *plan)
{
	const struct temp *named = NULL;
	const char *base = NULL;

	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next) {
			if (v->variable != v)
				continue;
			if (v->temp != named)
				base = temp_base_name(scope->arena, plan, v->temp);
			named = v->temp;
			v->name = scope_add(scope, !plan->stencil->kind->has_domain ? base
				: arena_printf(scope->arena, "%s_%s", base, point_name(scope->arena, v->at)));
		}
}

/* How many names of elements, counters, tables and distances there can be. */
static int
count_of_mesh(const struct plan *plan)
{
	int count = 2*LOCATIONS + LOOP_DEPTHS;

	if (!plan->neighbors)
		return 0;
	for (const struct relation *r = plan->neighbors->stencil->relations; r; r = r->next)
		count += 2;
	return count + plan->neighbors->count;
}

/* How many names a kernel can have. */
static int
count_names(const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;

	return stencil->field_count + stencil->param_count + stencil->temp_count + count_values(plan) + count_of_mesh(plan);
}

void
name_plan(struct arena *arena, struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	struct hoists *const hoists = hoists_find(arena, plan);
	const int most = count_names(plan) + hoists->count;
	struct names mesh = { 0 };
	struct scope kernel = {
		arena, plan, NAMES_OF_KERNEL, arena_array(arena, const char *, most + 1), 0,
	};
	struct scope launcher = {
		arena, plan, NAMES_OF_LAUNCHER, arena_array(arena, const char *, most + 1), 0,
	};
	struct scope members = {
		arena, plan, NAMES_OF_MEMBERS, arena_array(arena, const char *, most + 1), 0,
	};

	if (plan->neighbors) {
		mesh.neighbors = name_neighbors(&kernel, plan->neighbors);
		name_counters(&kernel, plan->neighbors, mesh.counters);
	}
	plan->names = name_operands(&kernel, plan);
	name_hoisted_temps(&kernel, hoists);
	plan->names.neighbors = mesh.neighbors;
	memcpy(plan->names.counters, mesh.counters, sizeof mesh.counters);
	plan->launcher_names = has_own_templates(plan->reserved, grid_domains[stencil->family]) ? plan->names
		: name_operands(&launcher, plan);
	if (plan->neighbors)
		take_tables(&members, plan->neighbors);
	plan->member_names = name_operands(&members, plan);
	name_values(&kernel, plan);
	name_hoisted_parts(&kernel, hoists);
	plan->hoists = hoists;
}

static void
add_variables(struct scope *scope, const struct plan *plan)
{
	for (const struct hoisted *h = plan->hoists->first; h; h = h->next)
		scope->names[scope->count++] = h->name;
	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v)
				scope->names[scope->count++] = v->name;
}

void
scope_take_arguments(struct scope *scope, const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;

	for (int i = 0; i < stencil->field_count; i++)
		scope->names[scope->count++] = plan->names.fields[i];
	for (int i = 0; i < stencil->param_count; i++)
		scope->names[scope->count++] = plan->names.params[i];
	for (int i = 0; i < stencil->temp_count; i++)
		if (plan->uniforms[i])
			scope->names[scope->count++] = plan->names.uniforms[i];
}

struct scope
scope_of_kernel(struct arena *arena, const struct plan *plan, int room)
{
	struct scope scope = { arena, plan, NAMES_OF_KERNEL, arena_array(arena, const char *, count_names(plan) + plan->hoists->count + room + 1), 0 };

	if (plan->neighbors) { /* as name_plan does first */
		name_neighbors(&scope, plan->neighbors);
		name_counters(&scope, plan->neighbors, (const char *[LOOP_DEPTHS]){ 0 });
	}
	scope_take_arguments(&scope, plan);
	add_variables(&scope, plan);
	return scope;
}

/* letter repeated, or with the count from five on */
static const char *
steps(struct arena *arena, int count, const char *back, const char *forth)
{
	const char *letter = count < 0 ? back : forth;
	char text[8] = "";

	count = abs(count);
	if (count > 4)
		return arena_printf(arena, "%s%d", letter, count);
	for (int i = 0; i < count; i++)
		text[i] = *letter;
	return arena_printf(arena, "%s", text);
}

const char *
column_name(struct arena *arena, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return arena_printf(arena, "%s%s", steps(arena, at.y, "n", "s"), steps(arena, at.x, "w", "e"));
}

const char *
slot_name(struct arena *arena, struct offset at)
{
	return arena_printf(arena, "%s%s", steps(arena, at.y, "N", "S"), steps(arena, at.x, "W", "E"));
}

const char *
point_name(struct arena *arena, struct offset at)
{
	if (!at.z)
		return column_name(arena, at);
	return arena_printf(arena, "%s%s", at.x || at.y ? column_name(arena, at) : "",
		steps(arena, at.z, "b", "a"));
}

const char *
version_name(struct arena *arena, const struct temp *temp)
{
	return temp->version < 2 ? temp->name : arena_printf(arena, "%s%d", temp->name, temp->version);
}
