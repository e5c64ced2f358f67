#ifndef FORECAST_H
#define FORECAST_H

#include "runtime/bench/predict.h"
#include "runtime/bench/session.h"

/* Lets candidates wait that are predicted to take much longer than others for the same task. */
void forecast_wait(struct candidate *candidates, int count, const struct candidate *baseline);

/* Measures the machine, predicts the times of a session's candidates, and unless options say that all are measured lets some wait. */
bool forecast(const struct session *session, struct candidate *candidates, int count, struct error *error);

/* Of those that wait, drops the ones that cannot be the fastest: others were measured faster than they are predicted. One candidate of each access,
 * storage, number and so on that options name stays. Returns the number of those that are left to be measured. */
int forecast_drop(const struct bench *bench, struct candidate *candidates, int count, struct left_out *left_out);

/* NULL if none are left out. */
const char *left_out_text(struct arena *arena, const struct left_out *left_out);

#endif
