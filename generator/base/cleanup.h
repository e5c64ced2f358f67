#ifndef CLEANUP_H
#define CLEANUP_H

#include <stdbool.h>

/* Temporary files and folders that must not outlive the program. Programs remove them when they end
 * (program.h); a library does not list them. */

/* Makes a file that does not exist yet, with the mode that the umask leaves. Returns a
 * descriptor for writing, or -1 with errno. */
int cleanup_create(const char *path);

/* mkdtemp: the template's last six letters, XXXXXX, are replaced. Returns false with errno. */
bool cleanup_create_folder(char *path);

/* Adds a file that another program may make, such as one in a temporary folder. */
void cleanup_add(const char *path);

/* Takes a path off the list: it was removed or renamed, or is to stay. */
void cleanup_forget(const char *path);

/* From now on this process lists what it makes, and cleanup_remove_all removes it: the latest first, folders
 * only if they are empty. Other processes remove nothing. */
void cleanup_own(void);
void cleanup_remove_all(void);

#endif
