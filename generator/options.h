#ifndef OPTIONS_H
#define OPTIONS_H

#include "generator/check/fixed.h"
#include "generator/variants/choose.h"

/* The command line of stencilgen. */
struct options {
	char **files;
	int file_count;
	struct choice choice;
	const char *output;     /* -o */
	const char *folder;     /* -o, a directory */
	const char *file;       /* -o, a single file */
	bool to_stdout;         /* -o - */
	const char *stencil;    /* the only one to write kernels of; NULL: all */
	struct texts fixed;     /* NAME=VALUE: params that become constants */
	struct fixes fixes;     /* these, once read */
	const char *templates;  /* a directory instead of what is built in */
	const char *kernels;    /* where to write kernels.def */
	const char *dump;       /* "ast", "split", "ir", "costs" or NULL */
	struct storage_decision decision; /* between kernels, and between sweeps */
	const char *dependency_file;
	const char *tuned;      /* a file that names the kernels to write */
	bool dependencies, fortran, exchange, list, quiet, verbose, color, force;
	int precision, low, color_when; /* words of the options; see choice and color */
	enum diagnostic_form form;
	int max_errors;
};

/* Returns false if the program is to end with *status: after --help, --version
 * or an error, which is reported. */
bool options_read(struct options *options, struct arena *arena, int argc, char **argv, int *status);

#endif
