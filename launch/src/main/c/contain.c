// contain [-s] HOST PROGRAM [ARG…]: runs PROGRAM as the first process of a process namespace, so that everything it starts ends with it; and
// ends with HOST, the process that started us. -s: in a session of its own, without the host's terminal.
//
// It exits as PROGRAM does, with 128 and the signal's number when that was killed. What goes wrong before PROGRAM runs is one line on stderr that
// begins with "contain: ", and 126 or 127.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFUSED = 126, NOT_THERE = 127 };

static void fail(const char *what) {
    int reason = errno;
    dprintf(2, "contain: %s: %s\n", what, strerror(reason));
    _exit(reason == ENOENT ? NOT_THERE : REFUSED);
}

static void put(const char *file, const char *text) {
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, text, strlen(text)) < 0) {
        fail(file);
    }
    close(fd);
}

/// Inside the namespaces we are who we were.
static void enter_namespaces(void) {
    unsigned user = geteuid(), group = getegid();
    char map[64];
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) {
        fail("no user and process namespaces");
    }
    snprintf(map, sizeof map, "%u %u 1", user, user);
    put("/proc/self/uid_map", map);
    put("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%u %u 1", group, group);
    put("/proc/self/gid_map", map);
}

/// `alive` hangs up when our parent is gone: it may have died before we asked to die with it.
static void become(char **argv, int alive) {
    struct pollfd parent = {.fd = alive};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        fail("to end with the host");
    }
    if (poll(&parent, 1, 0) != 0) {
        _exit(REFUSED);
    }
    execv(argv[0], argv);
    fail(argv[0]);
}

int main(int argc, char **argv) {
    int session = argc > 1 && strcmp(argv[1], "-s") == 0;
    argv += session + 1;
    if (argc - session < 3) {
        dprintf(2, "usage: contain [-s] HOST PROGRAM [ARG...]\n");
        return 2;
    }
    // Asked first, looked at second: a host that dies in between is seen.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        fail("to end with the host");
    }
    if (getppid() != atoi(argv[0])) {
        dprintf(2, "contain: the host is gone\n");
        return REFUSED;
    }
    if (session && setsid() < 0) {
        fail("a session of its own");
    }
    enter_namespaces();
    int alive[2];
    if (pipe2(alive, O_CLOEXEC) != 0) {
        fail("a pipe");
    }
    pid_t child = fork();
    if (child < 0) {
        fail("a process");
    }
    if (child == 0) {
        close(alive[1]);
        become(argv + 1, alive[0]);
    }
    // The program's alone from now on: when it closes its end, the other one is to know.
    close(0);
    close(1);
    close(2);
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return REFUSED;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
