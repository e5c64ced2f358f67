#ifndef CAMPAIGN_H
#define CAMPAIGN_H

#include "runtime/device/kernel_build.h"
#include "runtime/grid/grid.h"
#include "runtime/problem/plane_problem.h"
#include "tests/campaign/journal.h"
#include "tests/campaign/reach.h"

#include <stdint.h>
#include <stdio.h>

/* Many random stencils, each as all of its kernels on some backends, against the
 * interpreter. Kernels of a stencil are one text, compiled once. */

/* Where kernels are built and run, and by which command they are built. */
struct place {
	const char *name;           /* of the backend, or "nvcc": only built */
	const char *const *command; /* words, NULL at the end */
	bool is_gpu;                /* with little constant memory, and functions of its own */
	struct backend backend;
};

enum { MOST_PLACES = 4 };

struct campaign {
	struct arena *arena;
	const char *folder; /* of all that is written */
	const char *smith;  /* the program stencilsmith */
	struct place places[MOST_PLACES];
	int place_count;
	const char *templates; /* a folder; NULL: the usual ones */
	bool both;          /* precisions of each stencil */
	bool all_layouts;   /* of its fields */
	bool quick;         /* one grid and block for each kernel */
	bool no_warnings;   /* of the compilers: else they are errors */
	bool keep;          /* what is compiled, in FOLDER/objects, and use it again */
	bool programs;      /* nothing but programs of several kernels and sweeps */
	bool exact;         /* no functions that a GPU computes otherwise */
	enum campaign_class class; /* what is tried; one other than CLASS_NONE has a journal, and random kernels of all that are legal */
	bool legal_only;    /* of a class: kernels are chosen, and not run, so that what could be reached is known soon */
	int enough;         /* stencils by which all pairs of features must be reached */
	char *const *files; /* stencils that are tried first */
	int file_count;
	int first, count;   /* seeds; of a class: stencils that are not refused, from the first seed on */
	int jobs;           /* 0: in this process */
	double seconds;     /* no stencil is begun later than that */
	int passed;         /* out */
};

/* A stencil at a place. */
struct trial {
	const struct campaign *campaign;
	const struct place *place;
	struct arena *arena;
	const char *folder;     /* for its files */
	int number;             /* of the stencil in the campaign: files come first */
	int seed;               /* of the stencil, or made of a file's name */
	uint64_t noise;         /* of what is chosen at random */
	struct unit *units;     /* one for each precision, and with temporaries that are kept */
	enum type precisions[5];
	int unit_count;
	bool refused;           /* by the compiler, as some programs are that it cannot split */
	struct built *kernels;
	int kernel_count;
	struct outcome *outcome; /* of all places */
	long runs;
	struct error error; /* why it failed */
};

/* A number from 0 to n - 1. */
int trial_pick(struct trial *trial, int n);

/* "s12" for a seed, the file's name less its ending for a file. */
const char *name_of(const struct campaign *campaign, struct arena *arena, int number);

/* Finds out how a place builds kernels; workers call the second one. False, with a message on
 * standard error: it cannot be used. */
bool place_open(struct campaign *campaign, struct place *place);
bool place_open_device(struct campaign *campaign, struct place *place);

/* From then on programs of the environment's CC and CXX compile as places do, and the cache is the campaign's own: for what libstencil
 * compiles. False with a message. */
bool place_compilers(struct campaign *campaign);

/* Emits all kernels, compiles and loads them. False with a message in the trial. */
bool trial_build(struct trial *trial);

/* One text of the texts of many kernels: what is local to a text gets a name of its own. */
const char *merge_texts(struct arena *arena, const char *const *texts, int count, bool share_table);

/* As many kernels of a sort as are tried, which then come first: of a class at most so many. Returns their number. */
int trial_sample(struct trial *trial, struct variant *variants, int count, int most);

/* Notes a run of a kernel, with features of the run. */
void trial_note(struct trial *trial, const struct built *kernel, const struct features *run);

/* Outs that are to be ins of the next step. */
struct carried {
	int count;
	const struct field *outs[4], *ins[4];
};
struct carried choose_carried(struct trial *trial, const struct stencil *stencil);
struct carried carried_within(const struct plan *plan, const struct variant *variant); /* by the steps of a launch */
const char *carried_text(struct arena *arena, const struct carried *carried); /* as --swap has them; NULL: none */
void carry_arrays(const void *carried, void **fields);

/* Several steps on a grid. */
struct steps_run {
	struct trial *trial;
	struct problem *problem;
	struct carried carried;
	struct features features; /* of the run */
	bool periodic[2];
	int steps, at_once; /* at_once: by a launch of access temporal; 0: kernels of other accesses */
};

/* A size for it, in parts with room for interiors; and what the interpreter makes of the problem, step after step. False with a message in the trial. */
void choose_plane_size(struct trial *trial, const struct stencil *stencil, bool interiors, int size[3]);
bool solve_plane_steps(const struct steps_run *run);

/* Outs that a swap carries to the next step begin as what they become. */
void steps_begin(const struct steps_run *run);

/* A mesh of the stencil's kind, as --mesh has it. */
const char *choose_mesh(struct trial *trial, const struct stencil *stencil);

/* Runs a kernel in parts. What cannot be cut is no failure. */
bool try_plane_parts(const struct steps_run *run, const struct built *kernel);

/* Run the kernels on grids chosen at random. False with a message in the trial. */
bool try_planes(struct trial *trial);
bool try_sparse(struct trial *trial);
bool try_meshes(struct trial *trial);

/* The same step after step, on one grid or in parts. */
bool try_plane_steps(struct trial *trial);

/* Plans of libstencil for the stencil at the trial's place. */
bool try_library(struct trial *trial);

/* An order of columns, of threads, of what comes to streams, and a block. */
struct order choose_order(struct trial *trial);
const char *choose_threads(struct trial *trial);
void choose_streams(struct trial *trial);
struct stencil_block choose_block(struct trial *trial, const struct variant *variant);

/* The same for a kernel whose tiles must be wider than what all steps of a launch read at their rim. False: no block is large enough. */
bool choose_block_of(struct trial *trial, const struct built *kernel, struct stencil_block *block);

/* Runs a kernel on a problem that is solved, decomposed if that can be done. */
bool try_parts(struct trial *trial, struct problem *problem, const struct built *kernel, struct stencil_block block);

/* Writes the stencil with a number into the folder and tries it at all places. */
void try_stencil(const struct campaign *campaign, const char *folder, int number, struct outcome *outcome);

/* Where the stencils of a class are noted. */
const char *journal_of(const struct campaign *campaign);

/* Tries all stencils, several at a time. Returns how many failed, -1 if a device cannot be used. */
int schedule(struct campaign *campaign);

#endif
