#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From here on the first Ctrl-C only sets a flag, so that a run ends after the sample at hand;
 * a second one ends the program. */
void watch_for_interrupt(void);

/* Whether Ctrl-C was pressed. */
bool interrupted(void);

#endif
