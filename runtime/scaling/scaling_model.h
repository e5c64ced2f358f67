#ifndef SCALING_MODEL_H
#define SCALING_MODEL_H

#include "runtime/scaling/ping.h"

/* What the model knows of a part. */
struct model_part {
	double step;       /* seconds of its own step */
	double bandwidth;  /* bytes a second of its memory */
	double bytes;      /* that it sends in an exchange of one step's halos */
	int messages;      /* in these */
	double seam;       /* share of its columns that are in strips */
	bool whole;        /* several kernels: taken as if nothing overlapped, for a short last one hides little */
	double redundant;  /* share of its columns that a further step of a group computes beyond it */
};

/* Seconds of an exchange after `every` steps, and of a step: with the exchange in turn, and beside interiors. */
struct model_times {
	double exchange, serial, overlapped;
};
struct model_times model_times(const struct model_part *part, const struct network *network, int every);

/* --model: measures one part, and --ping unless --network says it; prints what follows for more parts. */
bool scaling_model(struct scaling *scaling, struct error *error);

#endif
