#ifndef SCALED_H
#define SCALED_H

#include "generator/base/error.h"
#include "runtime/partition/step_graph.h"
#include "runtime/partition/step.h"
#include "runtime/partition/structured.h"
#include "runtime/scaling/scaling.h"

/* What is timed of a decomposition: each part's own step, with nothing exchanged; the exchange; steps with exchanges behind them; and
 * with the interiors meanwhile. Of one part that exchanges nothing there is only the first. */
enum phase { PHASE_ALONE, PHASE_EXCHANGE, PHASE_SERIAL, PHASE_OVERLAPPED, PHASES };

/* A field that a step computes, and the one that the next step reads it as. */
struct carried {
	const struct field *out, *in;
};

/* A kernel on a grid that is decomposed. */
struct scaled {
	struct scaling *scaling;
	const struct candidate *candidate;
	struct problem *problem;   /* of a structured grid; else */
	struct mesh_problem *mesh;
	struct partition parts;
	const struct carried *carried;
	int carried_count;
	struct step_graph graphs[PHASES]; /* of no steps: none are wanted */
};

/* Whether a candidate is on a mesh. */
static inline bool
scaled_is_on_mesh(const struct candidate *candidate)
{
	return candidate->numbering;
}

/* The fields that a step passes to the next one, as --swap says, or else each out field as the first in field like it that is read
 * around the point. */
bool scaled_carried(const struct scaling *scaling, const struct plan *plan, const struct carried **carried, int *count,
	struct error *error);

/* Whether a kernel can be decomposed so on a grid of that size. */
bool scaled_check(const struct scaling *scaling, const struct candidate *candidate, const struct decomposition *decomposition,
	const int size[3], const struct carried *carried, int count, struct error *error);

/* Fills a grid and decomposes it. False with an error on failure; ends with scaled_close in any case. */
bool scaled_open(struct scaled *scaled, struct scaling *scaling, const struct candidate *candidate,
	const struct decomposition *decomposition, const int size[3], struct error *error);
void scaled_close(struct scaled *scaled);

double scaled_points(const struct scaled *scaled);

/* How many steps, or exchanges, are started at least, and multiples of it: groups, or graphs. */
int scaled_unit(const struct scaled *scaled);

/* With --graph captures the steps of a phase, and before that does as many. False with an error. */
bool scaled_capture(struct scaled *scaled, enum phase phase, struct error *error);

/* Enqueues so many steps, or exchanges, of graphs if they are captured; waits for none. False with an error. */
bool scaled_start(struct scaled *scaled, enum phase phase, int steps, struct error *error);

/* What the part of this process that sends most sends in an exchange. */
struct stencil_traffic scaled_traffic(const struct scaled *scaled);

/* Devices that the parts are on. */
int scaled_devices(const struct scaled *scaled);

#endif
