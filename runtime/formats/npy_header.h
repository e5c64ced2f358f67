#ifndef NPY_HEADER_H
#define NPY_HEADER_H

#include "generator/base/error.h"
#include "runtime/formats/npy.h"

enum { NPY_STRING = 32 };

/* What the header of a .npy file says. */
struct npy_header {
	char type[NPY_STRING]; /* as NumPy spells it: "<f8" */
	bool fortran_order;
	int ndim; /* may be more than shape holds */
	long long shape[ARRAY_DIMENSIONS];
};

/* Reads a header's text, a Python dictionary. Returns false and an error if it
 * is none, or not one of the three keys that the format asks for. */
bool npy_header_parse(const char *text, struct npy_header *header, struct error *error);

#endif
