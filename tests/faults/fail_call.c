/* fail_call GROUP N COMMAND... : runs a command whose N-th system call of a group fails, as if a disk
 * were full, a folder locked, or no process to be had. The groups: write, name, open, fork. Only the
 * command itself is watched, not what it starts. Ends like the command (128 + the number of a
 * signal); with status 77 where processes cannot be traced, and writes "reached" to file descriptor
 * 9 if there were N such calls. */

#define _GNU_SOURCE

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct group {
	const char *name;
	int error;
	long calls[12]; /* -1: unused */
} groups[] = {
	{ "write", ENOSPC, { SYS_write, SYS_pwrite64, SYS_writev, SYS_ftruncate, SYS_fsync, SYS_sendfile,
		SYS_copy_file_range, -1, -1, -1, -1, -1 } },
	{ "name", EACCES, { SYS_renameat, SYS_renameat2, SYS_linkat, SYS_mkdirat, SYS_symlinkat, SYS_fchmodat,
#ifdef SYS_rename
		SYS_rename, SYS_link, SYS_mkdir, SYS_symlink, SYS_chmod,
#endif
		SYS_fchmod } },
	{ "open", EMFILE, { SYS_openat,
#ifdef SYS_open
		SYS_open,
#endif
		SYS_pipe2, SYS_dup, SYS_socket, -1 } },
	{ "fork", EAGAIN, { SYS_clone, SYS_clone3,
#ifdef SYS_fork
		SYS_fork, SYS_vfork,
#endif
		-1 } },
};

static int
is_in(const struct group *group, long call)
{
	for (size_t i = 0; i < sizeof group->calls/sizeof *group->calls; i++)
		if (group->calls[i] == call && call > 0)
			return 1;
	return 0;
}

/* Replaces the call that is about to be made by none (result 0), or the result of one. */
static void
set_register(pid_t child, int result, long value)
{
	struct user_regs_struct registers;
	struct iovec vector = { &registers, sizeof registers };

	if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &vector))
		exit(77);
#if defined __x86_64__
	if (result)
		registers.rax = (unsigned long long)value;
	else
		registers.orig_rax = (unsigned long long)value;
#elif defined __aarch64__
	if (result) {
		registers.regs[0] = (unsigned long long)value;
	} else {
		int number = (int)value;
		struct iovec call = { &number, sizeof number };

		ptrace(PTRACE_SETREGSET, child, (void *)NT_ARM_SYSTEM_CALL, &call);
		return;
	}
#else
	exit(77);
#endif
	ptrace(PTRACE_SETREGSET, child, (void *)NT_PRSTATUS, &vector);
}

/* Watches the child until it ends; returns its wait status. */
static int
watch(pid_t child, const struct group *group, int n)
{
	int status, signal = 0, failing = 0, entering = 1;

	while (!ptrace(PTRACE_SYSCALL, child, NULL, (void *)(long)signal) && waitpid(child, &status, 0) == child) {
		struct __ptrace_syscall_info info;

		signal = 0;
		if (!WIFSTOPPED(status))
			return status;
		if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
			signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
			continue;
		}
		if (ptrace(PTRACE_GET_SYSCALL_INFO, child, (void *)sizeof info, &info) <= 0)
			exit(77);
		entering = info.op == PTRACE_SYSCALL_INFO_ENTRY;
		if (entering && is_in(group, (long)info.entry.nr) && --n == 0) {
			set_register(child, 0, -1);
			failing = 1;
		} else if (!entering && failing) {
			set_register(child, 1, -group->error);
			failing = 0;
			if (write(9, "reached\n", 8) != 8)
				exit(77);
		}
	}
	exit(77);
}

int
main(int argc, char **argv)
{
	const struct group *group = groups;
	pid_t child;
	int status;

	while (argc > 3 && group < groups + sizeof groups/sizeof *groups && strcmp(group->name, argv[1]))
		group++;
	if (argc < 4 || group == groups + sizeof groups/sizeof *groups)
		return 2;
	child = fork();
	if (child < 0)
		return 77;
	if (child == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		close(9);
		raise(SIGSTOP);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)
		|| ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)))
		return 77;
	status = watch(child, group, atoi(argv[2]));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
