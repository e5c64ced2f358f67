#ifndef FINDINGS_H
#define FINDINGS_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

/* What is wrong with a mesh, by kind: FINDING(id, what more of them are called). */
#define FINDING_KINDS \
	FINDING(ENTRY, "entries out of range") \
	FINDING(GAP, "missing entries before others") \
	FINDING(TWICE, "entries that are there twice") \
	FINDING(INVERSE, "entries without their inverse") \
	FINDING(CROWDED, "edges with more than two cells") \
	FINDING(SENSE, "pairs of cells that run in the same sense") \
	FINDING(OPEN, "cells whose edges do not close") \
	FINDING(ACROSS, "wrong cells across an edge") \
	FINDING(TOGETHER, "slots that do not belong together") \
	FINDING(DEGREE, "elements with another number of neighbours") \
	FINDING(PLACE, "coordinates that are no numbers") \
	FINDING(UNUSED, "edges that are no cell's")

enum finding_kind {
#define FINDING(id, more) FINDING_##id,
	FINDING_KINDS
#undef FINDING
	FINDINGS
};

enum { FINDINGS_TOLD = 10 }; /* of each kind */

/* Lines of text, each of which ends in \n. All zeros but the arena to start with. */
struct findings {
	struct arena *arena;
	struct text faults, notes;
	int counts[FINDINGS];
	enum exit_status status; /* that the faults call for */
};

void findings_open(struct findings *findings, struct arena *arena);

/* Adds a fault in the input; of each kind the first ten are told, the others counted. */
void findings_add(struct findings *findings, enum finding_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds what makes it impossible to go on, with an exit status. Returns false. */
bool findings_fail(struct findings *findings, enum exit_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same of an error. */
bool findings_take(struct findings *findings, const struct error *error);

/* Adds what is worth knowing. */
void findings_note(struct findings *findings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds how many more of each kind there were. Returns whether there were no faults. */
bool findings_close(struct findings *findings);

#endif
