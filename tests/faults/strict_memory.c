/* strict_memory FAULT : commits a fault with memory, which a build with STRICT_MEMORY and ASan must report
 * (strict_memory.sh). "none": the same lists and objects, used rightly. */

#include "generator/base/list.h"
#include "generator/plan/neighbors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink; /* so that no read is left out */

struct numbers {
	int *items, count, room;
};

static void
add(struct arena *arena, struct numbers *numbers, int number)
{
	numbers->items = arena ? list_grow(arena, numbers->items, sizeof number, numbers->count, &numbers->room)
		: list_grow_on_heap(numbers->items, sizeof number, numbers->count, &numbers->room);
	if (!numbers->items)
		exit(3);
	numbers->items[numbers->count++] = number;
}

static void
fill(struct arena *arena, int count, bool is_stale)
{
	struct numbers numbers = { 0 };
	const int *last = NULL;

	for (int i = 0; i < count; i++) {
		add(arena, &numbers, i);
		sink = last && is_stale ? *last : numbers.items[i];
		last = &numbers.items[i];
	}
	for (int i = 0; i < count; i++)
		if (numbers.items[i] != i)
			exit(1);
	if (!arena)
		free(numbers.items);
}

/* Of a text whose first piece is as short as can be. */
static void
extend(struct arena *arena, bool is_stale)
{
	struct text text = { .arena = arena };
	const char *before;

	text_add(&text, "a");
	before = text_of(&text);
	text_add(&text, "b");
	sink = is_stale ? *before : *text_of(&text);
	if (strcmp(text_of(&text), "ab"))
		exit(1);
}

/* A reference of a mesh stencil that is kept while another one is found. */
static void
step(struct arena *arena, bool is_stale)
{
	struct relation cells = { .name = "cells", .from = CELL, .to = CELL, .degree = { DEGREE_EXACT, 3 } };
	const struct stencil stencil = { .location = CELL, .relations = &cells };
	const struct mesh_neighbor *own;
	struct mesh_neighbors neighbors;

	mesh_neighbors_open(&neighbors, arena, &stencil);
	own = &neighbors.list[OWN_ELEMENT];
	sink = own->same;
	if (mesh_neighbors_step(&neighbors, OWN_ELEMENT, &cells, 0) != 1)
		exit(1);
	sink = is_stale ? own->same : neighbors.list[OWN_ELEMENT].same;
}

/* A byte beside an object; there are objects before and after it. */
static void
read_beside(struct arena *arena, int offset)
{
	const volatile char *objects[3];

	for (int i = 0; i < 3; i++)
		objects[i] = arena_alloc(arena, 5, 1);
	sink = objects[1][offset];
}

int
main(int argc, char **argv)
{
	const char *fault = argc == 2 ? argv[1] : "";
	struct arena arena = { 0 };

	if (!strcmp(fault, "none")) {
		for (int count = 0; count < 5000; count = 3*count + 1) {
			fill(&arena, count, false);
			fill(NULL, count, false);
		}
		extend(&arena, false);
		step(&arena, false);
		read_beside(&arena, 4);
	} else if (!strcmp(fault, "stale-element")) {
		fill(&arena, 2, true);
	} else if (!strcmp(fault, "stale-element-on-heap")) {
		fill(NULL, 2, true);
	} else if (!strcmp(fault, "stale-text")) {
		extend(&arena, true);
	} else if (!strcmp(fault, "stale-reference")) {
		step(&arena, true);
	} else if (!strcmp(fault, "past-object")) {
		read_beside(&arena, 5);
	} else if (!strcmp(fault, "before-object")) {
		read_beside(&arena, -1);
	} else if (!strcmp(fault, "freed-object")) {
		const volatile char *object = arena_alloc(&arena, 1, 1);

		arena_free(&arena);
		sink = *object;
	} else {
		fprintf(stderr, "usage: strict_memory FAULT\n");
		return 2;
	}
	arena_free(&arena);
	return 0;
}
