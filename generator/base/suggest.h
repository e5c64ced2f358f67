#ifndef SUGGEST_H
#define SUGGEST_H

/* Of count names the one that was probably meant, or NULL. */
const char *suggest(const char *name, const char *const *names, int count);

#endif
