#include "generator/check/places.h"

#include <string.h>

#define EXACTLY(n) { DEGREE_EXACT, n }
#define AT_MOST(n) { DEGREE_AT_MOST, n }
#define ANY        { DEGREE_ANY, 0 }
#define NONE       { DEGREE_EXACT, 0 }

enum { MESHES = GRID_NAME_COUNT - GRID_NAME_triangles };

static const struct predeclared {
	const char *name;
	enum relation_id id;
	enum location from, to;
	struct degree degrees[MESHES]; /* by kind of mesh, from GRID_NAME_triangles on */
} predeclared[] = {
#define RELATION(id, from, name, to, triangles, hexagons, polygons) \
	{ #name, id, from, to, { triangles, hexagons, polygons } },
#include "generator/language/relations.def"
};

/* The point itself, then its neighbours of an exact relation. */
static const struct {
	enum location from;
	const char *name;
} stars[] = {
#define STAR(from, name) { from, #name },
#include "generator/language/relations.def"
};

static struct relation *
new_predeclared(const struct checker *c, const char *name, enum location from, enum location to,
	struct degree degree)
{
	struct relation *relation = arena_new(c->arena, struct relation);

	*relation = (struct relation){
		.name = name, .id = RELATIONS, .from = from, .to = to, .degree = degree, .has_table = true,
		.from_written.location = location_names[from],
	};
	return relation;
}

static struct step_name *
new_step_name(const struct checker *c, const char *name)
{
	struct step_name *step = arena_new(c->arena, struct step_name);

	*step = (struct step_name){ .name = name, .slot = ALL_SLOTS };
	return step;
}

static struct relation_piece *
piece_called(const struct checker *c, const char *name)
{
	struct relation_piece *piece = arena_new(c->arena, struct relation_piece);

	piece->steps = new_step_name(c, name);
	return piece;
}

static const struct relation *
find_listed(const struct relation *list, enum location from, const char *name)
{
	for (const struct relation *r = list; r; r = r->next)
		if (r->from == from && !strcmp(r->name, name))
			return r;
	return NULL;
}

static struct relation *
new_star(const struct checker *c, const struct relation *rest)
{
	const struct degree degree = { DEGREE_EXACT, 1 + rest->degree.most };
	struct relation *star = new_predeclared(c, "star", rest->from, rest->from, degree);

	star->pieces = piece_called(c, "self");
	star->pieces->next = piece_called(c, rest->name);
	return star;
}

/* The relations of the stencil's kind of mesh. */
static struct relation *
predeclare(const struct checker *c)
{
	const int mesh = (int)(c->stencil->grid_name - GRID_NAME_triangles);
	struct relation *list = NULL, **last = &list;

	for (size_t i = 0; i < sizeof predeclared/sizeof *predeclared; i++) {
		const struct predeclared *known = &predeclared[i];
		const struct degree degree = known->degrees[mesh];

		if (degree.kind == DEGREE_EXACT && !degree.most)
			continue;
		*last = new_predeclared(c, known->name, known->from, known->to, degree);
		(*last)->id = known->id;
		last = &(*last)->next;
	}
	for (size_t i = 0; i < sizeof stars/sizeof *stars && c->stencil->grid_name == GRID_NAME_triangles; i++) {
		*last = new_star(c, find_listed(list, stars[i].from, stars[i].name));
		last = &(*last)->next;
	}
	return list;
}

bool
read_location(const struct checker *c, const char *name, struct span span, enum location *location)
{
	const char *meant;

	*location = location_named(name);
	if (*location < LOCATIONS)
		return true;
	meant = suggest(name, location_names, LOCATIONS);
	report_unknown(c, span, "location", name, meant, "use cell, edge or vertex");
	return false;
}

const char *
a_location(enum location location)
{
	static const char *const names[LOCATIONS] = { "a cell", "an edge", "a vertex" };

	return names[location];
}

const char *
spell_relations(const struct checker *c, enum location at)
{
	const char *list = "";

	for (const struct relation *r = c->stencil->relations; r; r = r->next)
		if (r->from == at)
			list = arena_printf(c->arena, "%s%s%s", list, *list ? ", " : "", r->name);
	return list;
}

void
report_missing_relation(const struct checker *c, struct span span, enum location at, const char *name)
{
	error_at(c->source, span, "%s has no %s: use one of %s, or declare %s.%s", a_location(at), name,
		spell_relations(c, at), location_names[at], name);
}

static const char *
count_of_relation(const struct checker *c, const struct relation *relation)
{
	return arena_printf(c->arena, "%s%d %s", relation->degree.kind == DEGREE_EXACT ? "" : "at most ",
		relation->degree.most, relation->name);
}

bool
has_slot(const struct checker *c, const struct relation *relation, const struct step_name *step)
{
	if (relation->degree.kind == DEGREE_ANY || step->slot < relation->degree.most)
		return true;
	error_at(c->source, step->span, "%s[%d]: %s has %s: write %s[%d] at most",
		step->name, step->slot, a_location(relation->from),
		count_of_relation(c, relation), step->name, relation->degree.most - 1);
	return false;
}

/* Changes the degree of a relation that there is. */
static void
change_degree(const struct checker *c, const struct relation *change)
{
	struct relation *known = (struct relation *)find_listed(c->stencil->relations, change->from, change->name);

	if (!known)
		error_at(c->source, change->span, "%s.%s is no predeclared relation: write where it leads, -> cell, or what it "
			"consists of, = edges.cells", location_names[change->from], change->name);
	else if (known->span.end)
		error_at(c->source, change->span, "relation '%s.%s' is declared twice: use another name", location_names[change->from],
			change->name);
	else if (known->pieces)
		error_at(c->source, change->span, "%s.%s is the point itself and %d others: its number of neighbors cannot be changed",
			location_names[change->from],
			change->name, known->degree.most - 1);
	if (!known || known->span.end || known->pieces)
		return;
	known->degree = change->degree;
	known->span = change->span;
}

/* Where a piece leads, all neighbours on the way. */
static const struct relation_chain *
resolve_piece(const struct checker *c, struct relation_piece *piece, enum location from)
{
	const struct step_name *step = piece->steps;
	enum location at = from;
	struct relation_chain *chain = arena_new(c->arena, struct relation_chain);
	int count = 0;

	for (const struct step_name *s = step; s; s = s->next)
		count++;
	chain->steps = arena_array(c->arena, struct chain_step, (size_t)count);
	chain->location = from;
	if (!strcmp(step->name, "self") && step->slot == ALL_SLOTS && !step->next)
		return chain;
	for (; step; step = step->next) {
		const struct relation *relation = find_relation(c, at, step->name);

		if (!relation) {
			report_missing_relation(c, step->span, at, step->name);
			return NULL;
		}
		if (!has_slot(c, relation, step))
			return NULL;
		chain->steps[chain->count++] = (struct chain_step){ relation, step->slot };
		at = relation->to;
	}
	chain->location = at;
	return chain;
}

/* Whether a piece is a table's rows as they are, or the point itself. */
static bool
is_plain(const struct relation_piece *piece)
{
	const struct chain_step *last = chain_last(piece->chain);

	return !piece->less && (!last || (piece->chain->count == 1 && last->slot == ALL_SLOTS
		&& last->relation->degree.kind == DEGREE_EXACT));
}

/* A relation of plain pieces needs no table. All pieces lead to one location. */
static bool
resolve_pieces(const struct checker *c, struct relation *relation)
{
	int plain = 0;
	bool all_plain = true;

	for (struct relation_piece *piece = relation->pieces; piece; piece = piece->next) {
		for (struct relation_piece *p = piece; p; p = p == piece ? piece->less : p->next) {
			p->chain = resolve_piece(c, p, relation->from);
			if (!p->chain)
				return false;
			if (p != relation->pieces && p->chain->location != relation->to) {
				error_at(c->source, p->span, "this leads to %s, and the expression before it to %s: all must lead to one location",
					location_plurals[p->chain->location], location_plurals[relation->to]);
				return false;
			}
			relation->to = p->chain->location;
		}
		all_plain = all_plain && is_plain(piece);
		plain += all_plain && piece->chain->count ? piece->chain->steps[0].relation->degree.most : 1;
	}
	relation->has_table = !all_plain;
	if (all_plain && (relation->degree.kind != DEGREE_EXACT || relation->degree.most != plain)) {
		error_at(c->source, relation->span, "%s.%s leads to %d %s: write [%d]", location_names[relation->from],
			relation->name, plain, location_plurals[relation->to], plain);
		return false;
	}
	return true;
}

/* Adds a relation of the stencil's own to the list, or changes one that is there. */
static void
add_declared(const struct checker *c, struct relation *relation, struct relation **last)
{
	const struct relation *known;

	if (!relation->from_written.relation
			|| !read_location(c, relation->from_written.location, relation->from_written.span, &relation->from))
		return;
	if (!relation->to_written && !relation->pieces) {
		change_degree(c, relation);
		return;
	}
	relation->has_table = true;
	known = find_listed(c->stencil->relations, relation->from, relation->name);
	if (known && known->span.end) {
		error_at(c->source, relation->span, "relation '%s.%s' is declared twice: use another name", location_names[relation->from],
			relation->name);
		note_at(c->source, known->span, "declared here first");
		return;
	}
	if (known) {
		error_at(c->source, relation->span, "%s.%s is predeclared: leave the declaration out, or use another name",
			location_names[relation->from], relation->name);
		return;
	}
	if (relation->to_written ? read_location(c, relation->to_written, relation->to_span, &relation->to)
			: resolve_pieces(c, relation))
		*last = relation;
}

/* Of any degree, on a mesh where it is known. */
static struct degree
degree_on_mesh(const struct known_degrees *known, const struct relation *relation)
{
	for (int i = 0; known && i < known->count; i++)
		if (relation->degree.kind == DEGREE_ANY && known->items[i].from == relation->from
				&& !strcmp(known->items[i].name, relation->name))
			return (struct degree)AT_MOST(known->items[i].most);
	return relation->degree;
}

void
list_relations(struct checker *c)
{
	struct relation *declared = c->stencil->relations, *next;
	struct relation **last = &c->stencil->relations;
	int index = 0;

	c->stencil->relations = predeclare(c);
	for (struct relation *r = c->stencil->relations; r; r = r->next) {
		if (r->pieces)
			resolve_pieces(c, r);
		last = &r->next;
	}
	for (struct relation *r = declared; r; r = next) {
		next = r->next;
		r->next = NULL;
		add_declared(c, r, last);
		if (*last)
			last = &(*last)->next;
	}
	for (struct relation *r = c->stencil->relations; r; r = r->next) {
		r->index = index++;
		r->degree = degree_on_mesh(c->source->degrees, r);
		r->used = false;
	}
}

const struct relation *
find_relation(const struct checker *c, enum location from, const char *name)
{
	struct relation *relation = (struct relation *)find_listed(c->stencil->relations, from, name);

	if (relation)
		relation->used = true;
	return relation;
}

bool
is_relation_name(const struct checker *c, const char *name)
{
	for (int from = 0; from < LOCATIONS; from++)
		if (find_listed(c->stencil->relations, (enum location)from, name))
			return true;
	return false;
}

const char *
degree_of_relation(const struct checker *c, const struct relation *relation)
{
	if (relation->degree.kind == DEGREE_ANY)
		return arena_printf(c->arena, "%s (any)", relation->name);
	return arena_printf(c->arena, "%s (%s%d)", relation->name, relation->degree.kind == DEGREE_EXACT ? "" : "<=",
		relation->degree.most);
}
