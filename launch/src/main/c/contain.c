// contain HOST PROGRAM [ARG…]: runs PROGRAM as the first process of a process namespace, so that everything it starts ends with it; and ends it
// when HOST ends, the process that started us, or at a SIGTERM. PROGRAM has a session of its own, so that it has no terminal, and what it sends to its
// process group reaches nobody else.
//
// It exits as PROGRAM does, with 128 and the signal's number when that was killed. What goes wrong before PROGRAM runs is one line on stderr that
// begins with "contain: ", and 126 or 127.
#include "bare.h"
#include <asm/poll.h>
#include <linux/sched.h>
#include <linux/signal.h>
#include <linux/time_types.h>
#include <linux/wait.h>

static int must(int result, const char *what) {
    if (result < 0) {
        give_up("contain", what, result);
    }
    return result;
}

static unsigned long bit(int signal) {
    return 1UL << (signal - 1);
}

/// Blocks exactly these signals; `before` is told those that were.
static int mask(unsigned long signals, unsigned long *before) {
    return call(__NR_rt_sigprocmask, SIG_SETMASK, (long)&signals, (long)before, sizeof signals, 0);
}

/// For a child that becomes another program at once: until then we would only be in its way.
static int fork_and_wait(void) {
    return call(__NR_clone, SIGCHLD | CLONE_VFORK, 0, 0, 0, 0);
}

/// For less than a second.
static int poll(struct pollfd *fds, unsigned count, int milliseconds) {
    struct __kernel_timespec limit = {.tv_nsec = milliseconds * 1000000L};
    return call(__NR_ppoll, (long)fds, count, (long)&limit, 0, 0);
}

static void put(const char *file, const char *text) {
    int fd = must(open(file, O_WRONLY | O_CLOEXEC), file);
    must(write(fd, text, length(text)), file);
    close(fd);
}

static void put_map(const char *file, unsigned id) {
    char map[64];
    add(add_number(add(add_number(map, id), " "), id), " 1");
    put(file, map);
}

/// Inside the namespaces we are who we were.
static void enter_namespaces(void) {
    unsigned user = geteuid(), group = getegid();
    must(unshare(CLONE_NEWUSER | CLONE_NEWPID), "no user and process namespaces");
    put_map("/proc/self/uid_map", user);
    put("/proc/self/setgroups", "deny");
    put_map("/proc/self/gid_map", group);
}

/// `alive` hangs up when our parent is gone: it may have died before we asked to die with it. (PROGRAM may take that back. Then it still ends with the
/// host, by our parent's hand.)
_Noreturn static void become(char **argv, char **environment, int alive, unsigned long signals) {
    struct pollfd parent = {.fd = alive};
    must(setsid(), "a session of its own");
    must(mask(signals, NULL), "its signals");
    must(prctl(PR_SET_PDEATHSIG, SIGKILL), "to end with the host");
    if (poll(&parent, 1, 0) != 0) {
        leave(REFUSED);
    }
    give_up("contain", argv[0], execve(argv[0], argv, environment));
}

/// Until the child has ended: by itself, or because the host has, or because somebody asks for it. All signals are blocked: these two are heard here, and
/// those of the terminal, in whose foreground we are with the host, are for the host.
static int guard(int child) {
    const unsigned long heard = bit(SIGCHLD) | bit(SIGTERM);
    int status = 0, gone = 0;
    while (gone == 0) {
        int signal = call(__NR_rt_sigtimedwait, (long)&heard, 0, 0, sizeof heard, 0);
        if (signal > 0 && signal != SIGCHLD) {
            call(__NR_kill, child, SIGKILL, 0, 0, 0);
        }
        gone = waitpid(child, &status, WNOHANG);
    }
    return exit_code(gone, status);
}

int main(int argc, char **argv, char **environment) {
    argv++;
    argc--;
    if (argc < 2) {
        say("usage", "contain HOST PROGRAM [ARG...]", NULL);
        return 2;
    }
    unsigned long signals;
    must(mask(~0UL, &signals), "its signals");
    // Asked first, looked at second: a host that dies in between is seen.
    must(prctl(PR_SET_PDEATHSIG, SIGTERM), "to end with the host");
    if (getppid() != number(argv[0])) {
        say("contain", "the host is gone", NULL);
        return REFUSED;
    }
    enter_namespaces();
    int alive[2];
    must(pipe2(alive, O_CLOEXEC), "a pipe");
    int child = must(fork_and_wait(), "a process");
    if (child == 0) {
        close(alive[1]);
        become(argv + 1, environment, alive[0], signals);
    }
    // The program's alone from now on: when it closes its end, the other one is to know.
    close(0);
    close(1);
    close(2);
    return guard(child);
}
