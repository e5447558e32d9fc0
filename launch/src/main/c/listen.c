// listen HOST FILTER SELF PROGRAM [ARG…]: has the kernel ask the host about the system calls of PROGRAM, and becomes PROGRAM. Bubblewrap runs it in place
// of PROGRAM, so that nobody is asked about bubblewrap's own calls. All three are numbers of descriptors:
//
// HOST    a socket. It is sent the listener, by which the kernel's questions are heard and answered, and sends one byte back when it listens. Nothing is run
//         before. It sees the end when PROGRAM runs, and a byte before the end when PROGRAM cannot be run.
// FILTER  a file: eight bytes for the one message to HOST (see hand_over), then the filter that the kernel is to run.
// SELF    this program, which has no name in the sandbox.
//
// What goes wrong is one line on stderr that begins with "listen: ", and 126 or 127.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

enum { REFUSED = 126, NOT_THERE = 127 };

struct given {
    uint32_t knock[2];
    struct sock_filter code[BPF_MAXINSNS];
};

static void fail(const char *what) {
    int reason = errno;
    dprintf(2, "listen: %s: %s\n", what, strerror(reason));
    _exit(reason == ENOENT ? NOT_THERE : REFUSED);
}

/// The number of a descriptor that is ours alone: PROGRAM does not get it.
static int own(const char *number) {
    int fd = atoi(number);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
        fail("a descriptor of its own");
    }
    return fd;
}

/// How many instructions.
static size_t read_filter(int from, struct given *into) {
    size_t got = 0;
    ssize_t more;
    while ((more = read(from, (char *)into + got, sizeof *into - got)) > 0) {
        got += more;
    }
    if (more < 0) {
        fail("the filter");
    }
    return got < sizeof into->knock ? 0 : (got - sizeof into->knock) / sizeof into->code[0];
}

/// The listener. It closes itself when PROGRAM is run.
static int set_filter(struct sock_fprog *program) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        fail("no new privileges");
    }
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // Else the signals by which some runtimes steer their threads would break every call off. Kernels before 5.19 do without.
    int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, program);
    if (listener < 0 && errno == EINVAL) {
        listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
    }
    if (listener < 0) {
        fail("the kernel does not let system calls be watched");
    }
    return listener;
}

/// This message, too, is a call that the kernel asks about, and nobody listens yet. So the filter lets one pass that has the knock in the upper halves of its
/// numbers, where the kernel does not look. PROGRAM cannot know it.
static void hand_over(int listener, int host, const uint32_t *knock) {
    char byte = 0;
    struct iovec text = {.iov_base = &byte, .iov_len = 1};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof listener)];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(&control.head), &listener, sizeof listener);
    if (syscall(SYS_sendmsg, (uint64_t)knock[0] << 32 | (uint32_t)host, &message, (uint64_t)knock[1] << 32) != 1) {
        fail("the listener was not handed over");
    }
    errno = EPIPE;
    if (read(host, &byte, 1) != 1) {
        fail("the host does not listen");
    }
    // From here on, the host's is the only one.
    close(listener);
}

int main(int argc, char **argv) {
    static struct given given;
    if (argc < 5) {
        dprintf(2, "usage: listen HOST FILTER SELF PROGRAM [ARG...]\n");
        return 2;
    }
    int host = own(argv[1]), filter = own(argv[2]);
    own(argv[3]);
    struct sock_fprog program = {.len = read_filter(filter, &given), .filter = given.code};
    hand_over(set_filter(&program), host, given.knock);
    execvp(argv[4], argv + 4);
    int reason = errno;
    if (write(host, "x", 1) != 1) {
        fail("the host is gone");
    }
    errno = reason;
    fail(argv[4]);
}
