// listen [-w] HOST FILTER SELF IN OUT PROGRAM [ARG…]: becomes PROGRAM, which bubblewrap runs it in place of, and has the kernel ask the host about PROGRAM's
// system calls before; so nobody is asked about bubblewrap's own calls. All five are numbers of descriptors:
//
// HOST    a socket. It is sent the listener, by which the kernel's questions are heard and answered, and sends one byte back when it listens. Nothing is run
//         before. It sees the end when PROGRAM runs, and a byte before the end when PROGRAM cannot be run.
// FILTER  a file: eight bytes for the one message to HOST (see hand_over), then the filter that the kernel is to run; "-" when nobody wants to be asked.
// SELF    this program, which has no name in the sandbox.
// IN, OUT what PROGRAM has for its stdin and stdout. Bubblewrap's own processes keep what they were given for theirs, and close all else: so PROGRAM alone
//         holds these, and the other end knows when it closes them.
//
// As the first process of a sandbox, PROGRAM runs beside us instead, with the same filters. Whoever is first has the whole sandbox in its hand: its end is the
// end of all, and it is the one that ends with the host. So nobody inside may touch it: its memory is closed to them, as that of bubblewrap's own first
// process, which does without the second filter, would not be.
//
// -w: PROGRAM runs beside us, too, and when it has left and something that it started has not, that is said on stderr: "listen: left behind: NAME".
//
// What goes wrong is one line on stderr that begins with "listen: ", and 126 or 127.
#include "bare.h"
#include <linux/filter.h>
#include <linux/limits.h>
#include <linux/seccomp.h>
#include <linux/time_types.h>
#include <linux/wait.h>
#include <stdint.h>
#include <sys/socket.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

struct given {
    uint32_t knock[2];
    struct sock_filter code[BPF_MAXINSNS];
};

enum { GRACE_MS = 200, TICK_MS = 5, SIGNAL_AT_END = 17 };

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

static int is_elf(const char *file) {
    char head[4] = {0};
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        read(fd, head, sizeof head);
        close(fd);
    }
    return head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
}

/// Runs this file, as a script of the shell when the kernel does not know what it is and it is no program for a machine. There must be room in front of argv[0], for the shell's name.
/// Returns why not.
static int run_file(char *file, char **argv, char **environment) {
    int error = execve(file, argv, environment);
    if (error == -ENOEXEC && !is_elf(file)) {
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

/// What was given at that number becomes our stdin or stdout.
static void take(const char *word, int as) {
    int given = number(word);
    if (given != as) {
        must(call(__NR_dup3, given, as, 0, 0, 0), "its stdin and stdout");
        close(given);
    }
}

/// The beginning of a file, as text; nothing when it cannot be read.
static void get(const char *file, char *into, size_t room) {
    into[0] = 0;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        long got = read(fd, into, room - 1);
        into[got > 0 ? got : 0] = 0;
        close(fd);
    }
}

/// One of our children by its name.
static void name_one(void) {
    char path[64], text[64];
    get("/proc/thread-self/children", text, sizeof text);
    add(add_number(add(path, "/proc/"), number(text)), "/comm");
    get(path, text, sizeof text);
    for (char *end = text; *end != 0; end++) {
        if (*end == '\n') {
            *end = 0;
            break;
        }
    }
    say("listen", "left behind", text[0] != 0 ? text : "a process");
}

/// All that PROGRAM leaves is ours, and is collected. Returns what PROGRAM ended with.
static int mind(int program) {
    for (;;) {
        int status = 0;
        int gone = waitpid(-1, &status, 0);
        if (gone == program || (gone < 0 && gone != -EINTR)) {
            return exit_code(gone, status);
        }
    }
}

/// Without a child, nothing is left. What is just leaving is given time.
static void name_what_is_left(void) {
    for (int waited = 0; waited < GRACE_MS; waited += TICK_MS) {
        int gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (gone < 0) {
            return;
        }
        struct __kernel_timespec tick = {.tv_nsec = TICK_MS * 1000000L};
        call(__NR_ppoll, 0, 0, (long)&tick, 0, 0);
    }
    name_one();
}

/// Returns in the child, which becomes PROGRAM.
static void run_beside(int host, int watched) {
    must(prctl(PR_SET_CHILD_SUBREAPER, 1), "what it leaves");
    int program = must(call(__NR_clone, SIGNAL_AT_END, 0, 0, 0, 0), "a process");
    if (program > 0) {
        close(host);
        close(0);
        close(1);
        int code = mind(program);
        if (watched) {
            name_what_is_left();
        }
        leave(code);
    }
}

int main(int argc, char **argv, char **environment) {
    int watched = argc > 1 && same(argv[1], "-w");
    argv += watched;
    if (argc - watched < 7) {
        say("usage", "listen [-w] HOST FILTER SELF IN OUT PROGRAM [ARG...]", NULL);
        return 2;
    }
    int first = call(__NR_getpid, 0, 0, 0, 0, 0) == 1;
    if (first) {
        // PROGRAM's own memory is open to it again when it is run.
        must(prctl(PR_SET_DUMPABLE, 0), "a memory of its own");
    }
    int host = own(argv[1]);
    int self = own(argv[3]);
    take(argv[4], 0);
    take(argv[5], 1);
    if (!same(argv[2], "-")) {
        struct given given;
        int filter = own(argv[2]);
        struct sock_fprog program = {.len = read_filter(filter, &given), .filter = given.code};
        close(filter);
        hand_over(set_filter(&program), host, given.knock);
    }
    close(self);
    if (first || watched) {
        run_beside(host, watched);
    }
    int error = run(argv + 6, environment);
    must(write(host, "x", 1), "the host is gone");
    give_up("listen", argv[6], error);
}
