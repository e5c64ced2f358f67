#ifndef MATRIX_H
#define MATRIX_H

#include "runtime/report/directives.h"

/* Writes the table of an @matrix. */
void put_matrix(struct page *page, const struct directive *directive);

#endif
