#ifndef CLEANUP_H
#define CLEANUP_H

#include <stdbool.h>

/* Temporary files and folders that must not outlive the program: they are removed when it
 * exits, and when SIGHUP, SIGINT, SIGPIPE or SIGTERM ends it. Signals that the program ignores
 * or handles itself are left alone. Only the process that made them removes them, the latest
 * first, folders only if they are empty. */

/* Makes a file that does not exist yet, with the mode that the umask leaves. Returns a
 * descriptor for writing, or -1 with errno. */
int cleanup_create(const char *path);

/* mkdtemp: the template's last six letters, XXXXXX, are replaced. Returns false with errno. */
bool cleanup_create_folder(char *path);

/* Adds a file that another program may make, such as one in a temporary folder. */
void cleanup_add(const char *path);

/* The path was removed or renamed, or stays. */
void cleanup_forget(const char *path);

/* A signal handler: removes everything and ends the program as the signal does. */
void cleanup_and_die(int signal_number);

#endif
