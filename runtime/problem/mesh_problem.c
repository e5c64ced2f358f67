#include "runtime/problem/mesh_problem.h"

#include "generator/split/parts.h"
#include "runtime/mesh/mesh_compose.h"
#include "runtime/mesh/mesh_own.h"
#include "runtime/problem/values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Slots up to the last neighbour. */
static int
degree_at(const struct mesh_table *given, int element)
{
	const int *row = given->at + (size_t)element*(size_t)given->slots;
	int degree = given->slots;

	while (degree && row[degree - 1] < 0)
		degree--;
	return degree;
}

/* The degrees that a relation has must be those that the stencil expects. */
static bool
check_degrees(const struct mesh *mesh, const struct relation *relation, const struct mesh_table *given,
	struct error *error)
{
	const struct degree *degree = &relation->degree;
	const int from = mesh->count[relation->from], before = mesh->findings->counts[FINDING_DEGREE];

	if (degree->kind == DEGREE_ANY || given->slots <= degree->most)
		return true;
	for (int e = 0; e < from; e++)
		if (degree_at(given, e) > degree->most)
			findings_add(mesh->findings, FINDING_DEGREE, "%s relation %s.%s[%d]: %s %d has %d",
				degree->kind == DEGREE_EXACT ? "exact" : "at-most", location_names[relation->from], relation->name,
				degree->most, location_names[relation->from], mesh->base + e, degree_at(given, e));
	return findings_are_at_most(mesh->findings, FINDING_DEGREE, before, error);
}

/* A table with as many slots as the stencil says. */
static const int *
with_slots(struct arena *arena, const struct mesh *mesh, const struct relation *relation, const struct mesh_table *given,
	int slots)
{
	const int from = mesh->count[relation->from], both = given->slots < slots ? given->slots : slots;
	int *at;

	if (given->slots == slots)
		return given->at;
	at = arena_array(arena, int, (size_t)from*(size_t)slots + 1);
	memset(at, -1, (size_t)from*(size_t)slots*sizeof *at);
	for (int e = 0; e < from; e++)
		memcpy(at + (size_t)e*(size_t)slots, given->at + (size_t)e*(size_t)given->slots, (size_t)both*sizeof *at);
	return at;
}

/* The table that the mesh has: of a relation of the language's, or of its own. False with an error. */
static bool
find_given(const struct mesh *mesh, const struct relation *relation, struct mesh_table *given, struct error *error)
{
	const char *from = location_names[relation->from];
	const struct mesh_own *own;

	if (relation->id < RELATIONS) {
		*given = (struct mesh_table){ mesh->relations[relation->id].width, mesh->relations[relation->id].at };
		return given->at || error_set(error, EXIT_ERRORS, "the mesh has no %s.%s", from, relation->name);
	}
	own = mesh_own(mesh, relation->from, relation->name);
	if (!own)
		return error_set(error, EXIT_ERRORS, "the mesh has no %s.%s: --relation %s.%s=FILE gives it one, or %s_%s.npy"
			" in its folder", from, relation->name, from, relation->name, from, relation->name);
	*given = (struct mesh_table){ own->width, own->at };
	return mesh_own_check(mesh, own, relation->to, error);
}

static bool find_table(struct mesh_problem *p, struct arena *arena, const struct relation *relation, struct error *error);

/* Finds the tables of the relations along a chain. */
static bool
find_way(struct mesh_problem *p, struct arena *arena, const struct relation_chain *chain, struct error *error)
{
	for (int i = 0; i < chain->count; i++)
		if (!find_table(p, arena, chain->steps[i].relation, error))
			return false;
	return true;
}

/* Those of which a relation is composed, then the relation's own. */
static bool
compose(struct mesh_problem *p, struct arena *arena, const struct relation *relation, struct error *error)
{
	for (const struct relation_piece *piece = relation->pieces; piece; piece = piece->next) {
		if (!find_way(p, arena, piece->chain, error))
			return false;
		for (const struct relation_piece *less = piece->less; less; less = less->next)
			if (!find_way(p, arena, less->chain, error))
				return false;
	}
	return !relation->has_table || mesh_compose(p->mesh, relation, p->tables, error);
}

static bool
find_table(struct mesh_problem *p, struct arena *arena, const struct relation *relation, struct error *error)
{
	struct mesh_table *table = &p->tables[relation->index], given = { 0 };

	if (table->at)
		return true;
	if (relation->pieces)
		return compose(p, arena, relation, error);
	if (!find_given(p->mesh, relation, &given, error) || !check_degrees(p->mesh, relation, &given, error))
		return false;
	table->slots = relation->degree.kind == DEGREE_ANY ? given.slots : relation->degree.most;
	table->at = with_slots(arena, p->mesh, relation, &given, table->slots);
	return true;
}

static const struct lookups *
lookups_of_kernels(struct arena *arena, const struct plan *plan)
{
	const int count = plan->program ? plan->program->part_count : 0;
	struct lookups *own = arena_array(arena, struct lookups, count + 1);

	for (int p = 0; p < count; p++)
		own[p] = find_lookups(arena, plan->program->parts[p].plan);
	return own;
}

bool
mesh_problem_set_plan(struct mesh_problem *p, struct arena *arena, const struct stencil *stencil, const struct plan *plan,
	struct error *error)
{
	int count = 0;

	for (const struct relation *r = stencil->relations; r; r = r->next)
		count = r->index >= count ? r->index + 1 : count;
	p->stencil = stencil;
	p->plan = plan;
	p->lookups = program_lookups(arena, plan);
	p->lookups_of = lookups_of_kernels(arena, plan);
	p->tables = arena_array(arena, struct mesh_table, count + 1);
	for (const struct relation *r = stencil->relations; r; r = r->next)
		if ((r->used || lookups_table(&p->lookups, r)) && !find_table(p, arena, r, error))
			return false;
	return true;
}

bool
mesh_problem_open(struct mesh_problem *p, struct arena *arena, const struct stencil *stencil,
	const struct plan *plan, const struct mesh *mesh, struct error *error)
{
	*p = (struct mesh_problem){
		.mesh = mesh,
		.levels = arena_array(arena, int, stencil->field_count + 1),
		.known = arena_array(arena, int, stencil->field_count + 1),
		.fields = arena_array(arena, void *, stencil->field_count + 1),
		.expected = arena_array(arena, void *, stencil->field_count + 1),
		.bounds = arena_array(arena, double *, stencil->field_count + 1),
		.params = arena_array(arena, double, stencil->param_count + 1),
	};
	for (int l = 0; l < LOCATIONS; l++)
		p->inside[l] = stencil->outputs_on[l] ? arena_array(arena, bool, mesh->count[l] + 1) : NULL;
	return mesh_problem_set_plan(p, arena, stencil, plan, error);
}

int
mesh_problem_slots(const struct mesh_problem *p, const struct field *field)
{
	const struct relation *relation = field->where.relation;

	if (!relation)
		return 1;
	return relation->degree.kind == DEGREE_ANY ? p->tables[relation->index].slots : relation->degree.most;
}

int
mesh_problem_count(const struct mesh_problem *p, const struct field *field)
{
	return field->where.location == LOCATIONS ? 1 : p->mesh->count[field->where.location];
}

size_t
mesh_problem_elements(const struct mesh_problem *p, const struct field *field)
{
	return (size_t)p->levels[field->index]*(size_t)mesh_problem_count(p, field)
		*(size_t)mesh_problem_slots(p, field);
}

void
mesh_problem_fill_rows(const struct mesh_problem *p, const struct field *field)
{
	const int *rows = p->mesh->row[field->where.location];
	int *values = p->fields[field->index];

	for (int e = 0; e < p->mesh->count[field->where.location]; e++)
		values[e] = rows && rows[e] > 0 ? rows[e] : 0;
}

/* Of in fields only if they are to change. */
static bool
copy_fields(struct mesh_problem *p, void **fields, bool all)
{
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		const size_t bytes = mesh_problem_elements(p, f)*field_element(f);

		fields[f->index] = p->fields[f->index];
		if (f->role == ROLE_IN && !all)
			continue;
		fields[f->index] = malloc(bytes + 1);
		if (!fields[f->index])
			return false;
		memcpy(fields[f->index], p->fields[f->index], bytes);
		if (!p->bounded || f->role == ROLE_IN)
			continue;
		p->bounds[f->index] = calloc(mesh_problem_elements(p, f) + 1, sizeof *p->bounds[f->index]);
		if (!p->bounds[f->index])
			return false;
	}
	return true;
}

static struct mesh_interpretation
interpretation_of(const struct mesh_problem *p, void *const *fields)
{
	struct mesh_interpretation run = {
		.stencil = p->stencil, .tables = p->tables, .fields = fields, .levels = p->known, .params = p->params,
		.bounds = p->bounded ? p->bounds : NULL,
	};

	memcpy(run.count, p->mesh->count, sizeof run.count);
	for (int location = 0; location < LOCATIONS; location++)
		run.rows[location] = p->mesh->row[location];
	return run;
}

bool
mesh_problem_reduces(const struct mesh_problem *p)
{
	return p->plan->program && p->plan->program->sums;
}

int
mesh_problem_updated(const struct mesh_problem *p)
{
	return p->updated[CELL] + p->updated[EDGE] + p->updated[VERTEX];
}

/* The first location with outputs of which nothing is updated. */
static enum location
find_location_left_out(const struct mesh_problem *p)
{
	int l = 0;

	while (l < LOCATIONS && (!p->inside[l] || p->updated[l]))
		l++;
	return (enum location)l;
}

struct zones_text {
	char text[64];
};

/* The declared zones as they are written. */
static struct zones_text
zones_text(const struct stencil *stencil)
{
	struct zones_text zones;
	char ends[2][16];

	for (int i = 0; i < 2; i++)
		if (stencil->zones[i] == INNER)
			snprintf(ends[i], sizeof ends[i], "inner");
		else
			snprintf(ends[i], sizeof ends[i], "%d", stencil->zones[i]);
	snprintf(zones.text, sizeof zones.text, "zones [%s, %s]", ends[0], ends[1]);
	return zones;
}

/* Says why a location with outputs has nothing to be updated. */
static bool
refuse_location(const struct mesh_problem *p, const struct mesh_interpretation *run, enum location l, struct error *error)
{
	const char *name = p->stencil->name;
	const int *rows = p->mesh->row[l];
	bool selected = false, inner = false;
	const struct zones_text zones = zones_text(p->stencil);
	int last = 0;

	for (int e = 0; e < p->mesh->count[l]; e++) {
		const int row = rows && rows[e] > 0 ? rows[e] : 0;

		selected = selected || mesh_in_zones(run, l, e);
		inner = inner || !row;
		last = row > last ? row : last;
	}
	if (!p->stencil->has_zones)
		return error_set(error, EXIT_ERRORS, "no %s of the mesh has all neighbors that '%s' reads: use a larger mesh", location_names[l], name);
	if (selected)
		return error_set(error, EXIT_ERRORS, "no %s in %s has all neighbors that '%s' reads: use a larger mesh or other zones",
			location_names[l], zones.text, name);
	return error_set(error, EXIT_ERRORS, "no %s is in %s of '%s': the mesh has %d row%s of %s%s", location_names[l], zones.text, name, last,
		last == 1 ? "" : "s", location_plurals[l], !last ? ", only inner ones" : inner ? ", then inner ones" : " and no inner ones");
}

/* The number of full levels that arrays agree on: with half fields, an array may have one level more than its field. */
static bool
find_known_levels(struct mesh_problem *p, struct error *error)
{
	const struct stencil *stencil = p->stencil;
	const bool half = has_half_fields(stencil);
	const int full = mesh_full_levels(stencil, p->levels);

	for (const struct field *f = stencil->fields; f; f = f->next) {
		const bool differs = half && shapes[f->shape].axes[2];

		p->known[f->index] = differs ? full + f->where.half : p->levels[f->index];
		if (p->levels[f->index] > p->known[f->index] + 1)
			return error_set(error, EXIT_ERRORS, "field '%s' has %d levels, but there are %d full levels: it needs %d, or one more", f->name,
				p->levels[f->index], full, p->known[f->index]);
	}
	return true;
}

/* Levels below 0 and from the highest of a field on are not there to be read. */
bool
mesh_problem_find_domain(struct mesh_problem *p, struct error *error)
{
	const struct mesh_interpretation run = interpretation_of(p, p->fields);

	if (!find_known_levels(p, error))
		return false;
	if (!mesh_interpret_domain(&run, &p->bottom, &p->top, p->inside) && p->top <= p->bottom)
		return error_set(error, EXIT_ERRORS, "no level has all that '%s' reads below and above it: use fields with more levels",
			p->stencil->name);
	if (p->top - p->bottom < p->stencil->least[2])
		return error_set(error, EXIT_ERRORS,
			"'%s' updates %d level%s, but needs at least %d, for its first and last levels differ from"
			" others: use fields with more levels", p->stencil->name, p->top - p->bottom, p->top - p->bottom == 1 ? "" : "s",
			p->stencil->least[2]);
	for (int l = 0; l < LOCATIONS; l++) {
		p->updated[l] = 0;
		for (int e = 0; e < p->mesh->count[l] && p->inside[l]; e++)
			p->updated[l] += p->inside[l][e];
	}
	return find_location_left_out(p) == LOCATIONS || refuse_location(p, &run, find_location_left_out(p), error);
}

/* Results are what is expected; the others of the copies are done with. */
static void
keep_results(struct mesh_problem *p, void *const *fields)
{
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN)
			p->expected[f->index] = fields[f->index];
		else if (fields[f->index] != p->fields[f->index])
			free(fields[f->index]);
}

bool
mesh_problem_solve(struct mesh_problem *p, int steps, mesh_prepare *prepare, bool exchanges, void *context)
{
	void **fields = calloc((size_t)p->stencil->field_count + 1, sizeof *fields);
	const struct mesh_interpretation run = interpretation_of(p, fields);
	const bool good = fields && copy_fields(p, fields, exchanges);

	for (int step = 1; step <= steps && good; step++) {
		if (prepare)
			prepare(context, step, fields);
		mesh_interpret(&run);
	}
	if (fields)
		keep_results(p, fields);
	free(fields);
	return good;
}

void
mesh_problem_free(struct mesh_problem *p)
{
	for (int i = 0; p->fields && i < p->stencil->field_count; i++) {
		free(p->fields[i]);
		free(p->expected[i]);
		free(p->bounds[i]);
	}
	*p = (struct mesh_problem){ 0 };
}
