#ifndef REACH_H
#define REACH_H

#include <stdbool.h>

/* What a campaign reached, from its journal. */

enum campaign_class {
	CLASS_STRUCTURED, CLASS_MESHES, CLASS_PARTS, CLASS_LIBRARY, CLASSES,
	CLASS_NONE = CLASSES, /* all grids, without a journal */
};

extern const char *const class_names[CLASSES];

/* Prints how many stencils were refused and why, and a table of the pairs of features that were reached; lists those that never were. False if
 * a pair that is declared reachable was never reached by `enough` stencils or more, or one was reached that is declared impossible. */
bool reach_report(const char *journal, enum campaign_class of, int enough);

#endif
