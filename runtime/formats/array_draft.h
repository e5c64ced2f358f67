#ifndef ARRAY_DRAFT_H
#define ARRAY_DRAFT_H

#include "generator/base/draft.h"
#include "generator/base/error.h"

/* Files of arrays that appear together or not at all: open and write all, then keep all.
 * Discard each draft at the end. What is no regular file is written through. These return false
 * with an error that names the path. */
bool array_draft_open(struct draft *draft, const char *path, struct error *error);
bool array_draft_keep(struct draft *draft, const char *path, struct error *error);

/* Whether the reason, an errno or 0, is none. */
bool array_draft_result(int reason, const char *path, struct error *error);

/* Whether two drafts would become the same file. */
bool array_draft_clash(const struct draft *a, const struct draft *b);

#endif
