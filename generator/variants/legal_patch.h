#ifndef LEGAL_PATCH_H
#define LEGAL_PATCH_H

#include "generator/variants/variants.h"

/* Why a stencil has no kernel of access patch, or none with such tunables; NULL: it has. */
const char *why_patch_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant);

#endif
