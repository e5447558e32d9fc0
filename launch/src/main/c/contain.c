// contain [-s] [-w] HOST PROGRAM [ARG…]: runs PROGRAM as the first process of a process namespace, so that everything it starts ends with it; and
// ends with HOST, the process that started us. -s: in a session of its own, without the host's terminal. -w: as the second process, under one of ours
// that says on stderr "contain: left behind: NAME" when PROGRAM has left and something that it started has not.
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

enum { REFUSED = 126, NOT_THERE = 127, GRACE_MS = 200, TICK_MS = 5 };

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

static int wait_for(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return REFUSED;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// One of our children by its name. /proc is the host's, and so are the numbers in it.
static void name_one(void) {
    char path[64], name[64] = "";
    int pid = 0;
    FILE *children = fopen("/proc/thread-self/children", "re");
    if (children != NULL && fscanf(children, "%d", &pid) == 1) {
        snprintf(path, sizeof path, "/proc/%d/comm", pid);
        FILE *comm = fopen(path, "re");
        if (comm == NULL || fgets(name, sizeof name, comm) == NULL) {
            name[0] = 0;
        }
    }
    name[strcspn(name, "\n")] = 0;
    dprintf(2, "contain: left behind: %s\n", name[0] != 0 ? name : "a process");
}

/// As the first process we inherit all that PROGRAM leaves: without a child, nothing is left. What is just leaving is given time.
static int watch(pid_t program) {
    close(0);
    close(1);
    int status = wait_for(program);
    for (int waited = 0; waited < GRACE_MS; waited += TICK_MS) {
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (gone < 0) {
            return status;
        }
        poll(NULL, 0, TICK_MS);
    }
    name_one();
    return status;
}

int main(int argc, char **argv) {
    int session = argc > 1 && strcmp(argv[1], "-s") == 0;
    argv += session + 1;
    argc -= session + 1;
    int watched = argc > 0 && strcmp(argv[0], "-w") == 0;
    argv += watched;
    argc -= watched;
    if (argc < 2) {
        dprintf(2, "usage: contain [-s] [-w] HOST PROGRAM [ARG...]\n");
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
        pid_t program = watched ? fork() : 0;
        if (program < 0) {
            fail("a process");
        }
        if (program > 0) {
            _exit(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? watch(program) : REFUSED);
        }
        become(argv + 1, alive[0]);
    }
    // The program's alone from now on: when it closes its end, the other one is to know.
    close(0);
    close(1);
    close(2);
    return wait_for(child);
}
