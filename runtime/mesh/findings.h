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
	FINDING(DEGREE, "elements with another number of neighbors") \
	FINDING(PLACE, "coordinates that are no numbers") \
	FINDING(UNUSED, "edges that are no cell's")

enum finding_kind {
#define FINDING(id, more) FINDING_##id,
	FINDING_KINDS
#undef FINDING
	FINDINGS
};

enum { FINDINGS_TOLD = 10 }; /* of each kind */

/* What is found about a mesh, for a report: lines of text, each of which ends in \n. */
struct findings {
	struct text faults, notes;
	int counts[FINDINGS]; /* of faults */
};

/* None so far. */
struct findings *findings_open(struct arena *arena);

/* Adds a fault in the input; of each kind the first ten are told, the others counted. */
void findings_add(struct findings *findings, enum finding_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Whether there are no faults, or only so many of a kind; else an error without a text, for they say what is wrong. */
bool findings_are_good(const struct findings *findings, struct error *error);
bool findings_are_at_most(const struct findings *findings, enum finding_kind kind, int count, struct error *error);

/* Adds what is worth knowing. */
void findings_note(struct findings *findings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds how many more of each kind there were. */
void findings_close(struct findings *findings);

/* Removes all of them. */
void findings_clear(struct findings *findings);

#endif
