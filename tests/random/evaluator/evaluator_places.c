#include "tests/random/evaluator/evaluator_program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
copy_text(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
}

static bool
is_word(const struct reader *r)
{
	return isalpha((unsigned char)*r->token) || *r->token == '_';
}

bool
is_word_before(const struct reader *r, const char *word, const char *other)
{
	struct reader next = *r;

	if (!is_token(r, word))
		return false;
	advance(&next);
	return !is_token(&next, other);
}

static void
add_path(struct reader *r, struct path *path, const struct path *more)
{
	for (int i = 0; i < more->count; i++) {
		if (path->count == MOST_STEPS) {
			r->p->error = "a shorter path";
			return;
		}
		path->steps[path->count++] = more->steps[i];
	}
}

/* A relation, at a slot or at all. */
static void
read_relation_step(struct reader *r, struct path *path)
{
	if (path->count == MOST_STEPS) {
		r->p->error = "a shorter path";
		return;
	}
	copy_text(path->steps[path->count].relation, r->token, sizeof path->steps[0].relation);
	path->steps[path->count].slot = -1;
	advance(r);
	if (accept_token(r, "[")) {
		path->steps[path->count].slot = atoi(r->token);
		advance(r);
		need_token(r, "]");
	}
	path->count++;
}

static bool
is_bound_name(const struct reader *r, const char *text)
{
	for (int i = 0; i < r->bound_count; i++)
		if (!strcmp(r->bound[i]->name, text))
			return true;
	return false;
}

/* Steps with dots between. Ends before a level by value. */
static void
read_path(struct reader *r, struct path *path, int *up)
{
	do {
		int n = 0;

		if (is_token(r, "level"))
			return;
		while (n < r->p->neighbor_count && !is_token(r, r->p->neighbors[n].text))
			n++;
		if (!path->count && !*path->from && is_bound_name(r, r->token)) {
			copy_text(path->from, r->token, sizeof path->from);
			advance(r);
		} else if (accept_token(r, "above")) {
			++*up;
		} else if (accept_token(r, "below")) {
			--*up;
		} else if (n < r->p->neighbor_count) {
			add_path(r, path, &r->p->paths[n]);
			*up += r->p->neighbors[n].by[2];
			advance(r);
		} else if (is_word(r)) {
			read_relation_step(r, path);
		} else {
			r->p->error = "a path";
		}
	} while (!r->p->error && accept_token(r, "."));
}

static void
read_numbers(struct reader *r, int *by)
{
	for (int a = 0; a < AXES_3; a++) {
		by[a] += (int)read_value(r);
		if (!accept_token(r, ","))
			break;
	}
}

bool
accept_level(struct reader *r, struct node *node)
{
	if (!accept_token(r, "level"))
		return false;
	need_token(r, "[");
	node->part[0] = read_expression(r);
	node->parts = 1;
	node->at_level = true;
	need_token(r, "]");
	return true;
}

void
read_place(struct reader *r, struct node *node)
{
	if (!is_word(r))
		read_numbers(r, node->by);
	else
		read_path(r, &node->path, &node->by[2]);
	accept_level(r, node);
	need_token(r, "]");
}

static void
read_binding(struct reader *r, struct binding *binding)
{
	int up = 0;

	copy_text(binding->name, r->token, sizeof binding->name);
	advance(r);
	need_token(r, "in");
	read_path(r, &binding->path, &up);
	if (up)
		r->p->error = "neighbors of one level";
}

struct node *
read_neighbors(struct reader *r, const char *name)
{
	struct node *node = make_node(F_NEIGHBORS, name, NULL, NULL, NULL);
	const int outer = r->bound_count;

	do {
		if (node->bound_count == MOST_BOUND || r->bound_count == 8) {
			r->p->error = "fewer names";
			return node;
		}
		read_binding(r, &node->bound[node->bound_count++]);
	} while (accept_token(r, ","));
	for (int i = 0; i < node->bound_count; i++)
		r->bound[r->bound_count++] = &node->bound[i];
	need_token(r, ":");
	node->part[0] = read_expression(r);
	node->parts = 1;
	r->bound_count = outer;
	need_token(r, ")");
	return node;
}

struct node *
read_asked(struct reader *r, const char *name)
{
	struct node *node = make_node(*name == 'e' ? F_EXISTS : F_COUNT, name, NULL, NULL, NULL);

	read_path(r, &node->path, &node->by[2]);
	need_token(r, ")");
	return node;
}

static bool
accept_location(struct reader *r, char *location)
{
	static const char *const words[] = { "cell", "edge", "vertex" };

	for (int i = 0; i < LOCATIONS_3; i++)
		if (accept_token(r, words[i])) {
			*location = *words[i];
			return true;
		}
	return false;
}

void
read_location_of(struct reader *r, struct name *name)
{
	if (r->p->mesh && accept_location(r, &name->location) && accept_token(r, ".")) {
		copy_text(name->slots, r->token, sizeof name->slots);
		advance(r);
	}
	if (is_word_before(r, "half", "=") && is_word_before(r, "half", ",") && is_word_before(r, "half", ";"))
		name->half = accept_token(r, "half");
}

void
read_words(struct reader *r, struct statement *s, bool *stored)
{
	*stored = r->p->mesh && is_word_before(r, "stored", "=") && accept_token(r, "stored");
	if (r->p->mesh)
		accept_location(r, &s->location);
	s->half = is_word_before(r, "half", "=") && is_word_before(r, "half", "[") && accept_token(r, "half");
}

void
read_slots(struct reader *r, struct statement *s)
{
	need_token(r, "[");
	read_binding(r, &s->slots);
	need_token(r, "]");
}

/* What the language says of relations: from, name, to; exactly (=) or at most (<) how many, or any (*), on triangles, hexagons and
 * polygons; or - where there is none. */
static const char *const relations_of_meshes[][3] = {
	{ "c edges e", "=3 <6 *" }, { "c vertices v", "=3 <6 *" }, { "c cells c", "=3 <6 *" },
	{ "e cells c", "=2 =2 =2" }, { "e vertices v", "=2 =2 =2" }, { "e corners v", "=4 - -" }, { "e rim e", "=4 - -" },
	{ "e edges e", "- <10 *" }, { "v edges e", "<6 =3 *" }, { "v cells c", "<6 =3 *" }, { "v vertices v", "<6 =3 *" },
	{ "c star c", "=4 - -" }, { "e star e", "=5 - -" },
};

static void
set_degree(struct way *way, const char *degree)
{
	way->exact = *degree == '=';
	way->most = *degree == '*' ? -1 : atoi(degree + 1);
}

/* star: the element itself, then cells or rim. */
static void
make_star(struct way *way)
{
	way->piece_count = 2;
	way->pieces[1].count = 1;
	way->pieces[1].steps[0].slot = -1;
	copy_text(way->pieces[1].steps[0].relation, way->from == 'c' ? "cells" : "rim", sizeof way->pieces[1].steps[0].relation);
}

bool
read_mesh(struct reader *r, const char *kind)
{
	static const char *const kinds[] = { "triangles", "hexagons", "polygons" };
	int n = 0;

	while (n < 3 && strcmp(kinds[n], kind))
		n++;
	if (n == 3)
		return false;
	r->p->mesh = true;
	r->p->zones[1] = -1;
	for (size_t i = 0; i < sizeof relations_of_meshes/sizeof *relations_of_meshes; i++) {
		struct way *way = &r->p->ways[r->p->way_count++];
		char degrees[3][8];

		sscanf(relations_of_meshes[i][0], "%c %63s %c", &way->from, way->name, &way->to);
		sscanf(relations_of_meshes[i][1], "%7s %7s %7s", degrees[0], degrees[1], degrees[2]);
		if (*degrees[n] == '-') {
			r->p->way_count--;
			*way = (struct way){ .from = 0 };
			continue;
		}
		set_degree(way, degrees[n]);
		if (!strcmp(way->name, "star"))
			make_star(way);
	}
	return true;
}

static void
read_degree(struct reader *r, struct way *way)
{
	way->most = -1;
	way->exact = !accept_token(r, "<=");
	if (!is_token(r, "]")) {
		way->most = atoi(r->token);
		advance(r);
	} else {
		way->exact = false;
	}
	need_token(r, "]");
}

/* Lists are put together here; what is composed with '-', or of several steps, comes as a table. */
static void
read_pieces(struct reader *r, struct way *way)
{
	bool table = false;
	int up = 0;

	do {
		struct path *piece = &way->pieces[way->piece_count++];

		if (!accept_token(r, "self"))
			read_path(r, piece, &up);
		table |= piece->count > 1 || !way->exact;
		while (accept_token(r, "-")) {
			struct path less = { .count = 0 };

			read_path(r, &less, &up);
			table = true;
		}
	} while (!r->p->error && way->piece_count < MOST_STEPS && accept_token(r, ","));
	if (table)
		way->piece_count = 0;
}

static void
read_relation(struct reader *r)
{
	struct program *p = r->p;
	struct way new = { .from = 0 }, *way;

	accept_location(r, &new.from);
	need_token(r, ".");
	copy_text(new.name, r->token, sizeof new.name);
	advance(r);
	need_token(r, "[");
	read_degree(r, &new);
	way = find_way(p, new.from, new.name);
	if (!way) {
		if (p->way_count == MOST_WAYS) {
			p->error = "fewer relations";
			return;
		}
		way = &p->ways[p->way_count++];
		*way = new;
	}
	way->exact = new.exact;
	way->most = new.most;
	if (accept_token(r, "-")) {
		need_token(r, ">");
		accept_location(r, &way->to);
	} else if (accept_token(r, "=")) {
		read_pieces(r, way);
	}
	need_token(r, ";");
}

/* Whether a block follows the rows. */
static bool
is_zone_block(const struct reader *r)
{
	struct reader next = *r;

	while (*next.token && !is_token(&next, "]"))
		advance(&next);
	advance(&next);
	return is_token(&next, "{");
}

static void
read_zones(struct reader *r)
{
	advance(r);
	need_token(r, "[");
	for (int i = 0; i < 2; i++) {
		r->p->zones[i] = is_token(r, "inner") ? -1 : atoi(r->token);
		advance(r);
		need_token(r, i ? "]" : ",");
	}
	need_token(r, ";");
}

bool
read_mesh_declaration(struct reader *r)
{
	if (accept_token(r, "relation"))
		read_relation(r);
	else if (is_token(r, "zones") && !is_zone_block(r))
		read_zones(r);
	else
		return false;
	return true;
}
