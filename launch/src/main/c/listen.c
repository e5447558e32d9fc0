// listen HOST FILTER SELF PROGRAM [ARG…]: has the kernel ask the host about the system calls of PROGRAM, and becomes PROGRAM. Bubblewrap runs it in place
// of PROGRAM, so that nobody is asked about bubblewrap's own calls. All three are numbers of descriptors:
//
// HOST    a socket. It is sent the listener, by which the kernel's questions are heard and answered, and sends one byte back when it listens. Nothing is run
//         before. It sees the end when PROGRAM runs, and a byte before the end when PROGRAM cannot be run.
// FILTER  a file: eight bytes for the one message to HOST (see hand_over), then the filter that the kernel is to run.
// SELF    this program, which has no name in the sandbox.
//
// What goes wrong is one line on stderr that begins with "listen: ", and 126 or 127.
#include "bare.h"
#include <linux/filter.h>
#include <linux/limits.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/socket.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

struct given {
    uint32_t knock[2];
    struct sock_filter code[BPF_MAXINSNS];
};

static long must(long result, const char *what) {
    if (result < 0) {
        give_up("listen", what, result);
    }
    return result;
}

/// The number of a descriptor that is ours alone: PROGRAM does not get it.
static int own(const char *word) {
    int fd = number(word);
    must(call(__NR_fcntl, fd, F_SETFD, FD_CLOEXEC, 0, 0), "a descriptor of its own");
    return fd;
}

/// How many instructions.
static size_t read_filter(int from, struct given *into) {
    size_t got = 0, more;
    while ((more = must(read(from, (char *)into + got, sizeof *into - got), "the filter")) > 0) {
        got += more;
    }
    return got < sizeof into->knock ? 0 : (got - sizeof into->knock) / sizeof into->code[0];
}

static int seccomp(unsigned long flags, const struct sock_fprog *program) {
    return call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, (long)program, 0, 0);
}

/// The listener. It closes itself when PROGRAM is run.
static int set_filter(const struct sock_fprog *program) {
    must(prctl(PR_SET_NO_NEW_PRIVS, 1), "no new privileges");
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // Else the signals by which some runtimes steer their threads would break every call off. Kernels before 5.19 do without.
    int listener = seccomp(flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, program);
    if (listener == -EINVAL) {
        listener = seccomp(flags, program);
    }
    return must(listener, "the kernel does not let system calls be watched");
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
    __builtin_memcpy(CMSG_DATA(&control.head), &listener, sizeof listener);
    uint64_t knocking = (uint64_t)knock[0] << 32 | (uint32_t)host;
    must(call(__NR_sendmsg, knocking, (long)&message, (uint64_t)knock[1] << 32, 0, 0), "the listener was not handed over");
    long heard = read(host, &byte, 1);
    must(heard == 0 ? -EPIPE : heard, "the host does not listen");
    // From here on, the host's is the only one.
    close(listener);
}

static const char *search_path(char **environment) {
    static const char name[] = "PATH=";
    for (; *environment != NULL; environment++) {
        size_t same = 0;
        while (name[same] != 0 && (*environment)[same] == name[same]) {
            same++;
        }
        if (name[same] == 0) {
            return *environment + same;
        }
    }
    return "/bin:/usr/bin";
}

/// Runs this file, as a script of the shell when the kernel does not know what it is. There must be room in front of argv[0], for the shell's name.
/// Returns why not.
static int run_file(char *file, char **argv, char **environment) {
    int error = execve(file, argv, environment);
    if (error == -ENOEXEC) {
        char *name = argv[0];
        argv[-1] = "/bin/sh";
        argv[0] = file;
        error = execve(argv[-1], argv - 1, environment);
        argv[0] = name;
    }
    return error;
}

/// Whether a file of this name in another folder may do: this one is not there, cannot be reached, or is not ours to run.
static int elsewhere_perhaps(int error) {
    switch (error) {
    case -EACCES:
    case -ENOENT:
    case -ENOTDIR:
    case -ENODEV:
    case -ESTALE:
    case -ETIMEDOUT:
        return 1;
    default:
        return 0;
    }
}

/// As execvp(3): a name without a slash is looked for in PATH, where an empty entry is the working folder. What cannot be run is passed over, and told of
/// when there is nothing else.
static int run(char **argv, char **environment) {
    const char *name = argv[0];
    size_t size = 0;
    for (; name[size] != 0; size++) {
        if (name[size] == '/') {
            return run_file(argv[0], argv, environment);
        }
    }
    if (size == 0) {
        return -ENOENT;
    }
    if (size > NAME_MAX) {
        return -ENAMETOOLONG;
    }
    int error = -ENOENT, denied = 0;
    const char *at = search_path(environment);
    for (;;) {
        // One entry of PATH; one that is too long cannot be a folder.
        char file[PATH_MAX + NAME_MAX + 2];
        size_t used = 0;
        for (; *at != 0 && *at != ':'; at++) {
            if (used < PATH_MAX) {
                file[used++] = *at;
            }
        }
        if (used < PATH_MAX) {
            add(add(file + used, used > 0 ? "/" : ""), name);
            error = run_file(file, argv, environment);
            denied |= error == -EACCES;
            if (!elsewhere_perhaps(error)) {
                return error;
            }
        }
        if (*at++ == 0) {
            return denied ? -EACCES : error;
        }
    }
}

int main(int argc, char **argv, char **environment) {
    struct given given;
    if (argc < 5) {
        say("usage", "listen HOST FILTER SELF PROGRAM [ARG...]", NULL);
        return 2;
    }
    int host = own(argv[1]), filter = own(argv[2]);
    own(argv[3]);
    struct sock_fprog program = {.len = read_filter(filter, &given), .filter = given.code};
    hand_over(set_filter(&program), host, given.knock);
    int error = run(argv + 4, environment);
    must(write(host, "x", 1), "the host is gone");
    give_up("listen", argv[4], error);
}
