// What our small programs have in place of a C library. They live for a moment in front of another program, and a static glibc takes longer to get ready
// than they take for their work: docs/processes.md has the figures.
//
// The functions are the system calls of their names, and return what the kernel does: a negative number is an error.
//
// Nothing outside of functions is written to: so each program is one segment, of a page or two.
#pragma once
#include <asm/errno.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/prctl.h>
#include <stddef.h>

enum { REFUSED = 126, NOT_THERE = 127 };

int main(int argc, char **argv, char **environment);

#if defined(__x86_64__) && defined(__LP64__)

__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call begin\n");

static inline long call(long number, long a, long b, long c, long d, long e) {
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__) && defined(__LP64__)

__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x0, sp\n"
        "    bl begin\n");

static inline long call(long number, long a, long b, long c, long d, long e) {
    register long which __asm__("x8") = number;
    register long first __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    register long fifth __asm__("x4") = e;
    __asm__ volatile("svc #0"
                     : "+r"(first)
                     : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
                     : "memory");
    return first;
}

#else
#error "our small programs know how to call the kernel of x86_64 and of aarch64 only"
#endif

_Noreturn static inline void leave(int status) {
    for (;;) {
        call(__NR_exit_group, status, 0, 0, 0, 0);
    }
}

/// Called by `_start`, with what the kernel has put on the stack: a number, so many words, nothing, the environment, nothing.
_Noreturn void begin(long *stack) {
    long argc = stack[0];
    char **argv = (char **)(stack + 1);
    leave(main(argc, argv, argv + argc + 1));
}

static inline int open(const char *file, int flags) {
    return call(__NR_openat, AT_FDCWD, (long)file, flags, 0, 0);
}

static inline long read(int fd, void *into, size_t room) {
    return call(__NR_read, fd, (long)into, room, 0, 0);
}

static inline long write(int fd, const void *bytes, size_t count) {
    return call(__NR_write, fd, (long)bytes, count, 0, 0);
}

static inline int close(int fd) {
    return call(__NR_close, fd, 0, 0, 0, 0);
}

static inline int pipe2(int ends[2], int flags) {
    return call(__NR_pipe2, (long)ends, flags, 0, 0, 0);
}

static inline unsigned geteuid(void) {
    return call(__NR_geteuid, 0, 0, 0, 0, 0);
}

static inline unsigned getegid(void) {
    return call(__NR_getegid, 0, 0, 0, 0, 0);
}

static inline int getppid(void) {
    return call(__NR_getppid, 0, 0, 0, 0, 0);
}

static inline int setsid(void) {
    return call(__NR_setsid, 0, 0, 0, 0, 0);
}

static inline int unshare(int what) {
    return call(__NR_unshare, what, 0, 0, 0, 0);
}

static inline int waitpid(int child, int *status, int options) {
    return call(__NR_wait4, child, (long)status, options, 0, 0);
}

/// What a child has ended with, as a shell would tell it.
static inline int exit_code(int gone, int status) {
    int signal = status & 0x7f;
    return gone < 0 ? REFUSED : signal != 0 ? 128 + signal : status >> 8 & 0xff;
}

static inline int prctl(int what, long value) {
    return call(__NR_prctl, what, value, 0, 0, 0);
}

static inline int execve(const char *file, char **argv, char **environment) {
    return call(__NR_execve, (long)file, (long)argv, (long)environment, 0, 0);
}

// Compilers may call these two for a structure that is copied or cleared.

void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ((char *)to)[i] = byte;
    }
    return to;
}

static inline size_t length(const char *text) {
    size_t n = 0;
    while (text[n] != 0) {
        n++;
    }
    return n;
}

static inline int same(const char *one, const char *other) {
    while (*one != 0 && *one == *other) {
        one++;
        other++;
    }
    return *one == *other;
}

/// Puts the text there and a zero behind it; returns where the zero is.
static inline char *add(char *to, const char *text) {
    while ((*to = *text++) != 0) {
        to++;
    }
    return to;
}

static inline char *add_number(char *to, unsigned number) {
    if (number > 9) {
        to = add_number(to, number / 10);
    }
    to[0] = '0' + number % 10;
    to[1] = 0;
    return to + 1;
}

/// The number that the text begins with; -1 without one, or with one that no process and no descriptor has.
static inline int number(const char *text) {
    long value = -1;
    for (; *text >= '0' && *text <= '9'; text++) {
        value = (value < 0 ? 0 : value) * 10 + (*text - '0');
        if (value > 0x7fffffff) {
            return -1;
        }
    }
    return value;
}

/// "who: what: why", or without a why: one line on stderr, in one go, for others write there as well.
static inline void say(const char *who, const char *what, const char *why) {
    const char *texts[] = {who, ": ", what, why == NULL ? "" : ": ", why == NULL ? "" : why, "\n"};
    enum { COUNT = sizeof texts / sizeof texts[0] };
    struct {
        const char *text;
        size_t length;
    } pieces[COUNT];
    for (int i = 0; i < COUNT; i++) {
        pieces[i].text = texts[i];
        pieces[i].length = length(texts[i]);
    }
    call(__NR_writev, 2, (long)pieces, COUNT, 0, 0);
}

static const struct {
    int number;
    const char *words;
} PROBLEMS[] = {
    {EPERM, "Operation not permitted"},
    {ENOENT, "No such file or directory"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {E2BIG, "Argument list too long"},
    {ENOEXEC, "Exec format error"},
    {EBADF, "Bad file descriptor"},
    {EAGAIN, "Resource temporarily unavailable"},
    {ENOMEM, "Cannot allocate memory"},
    {EACCES, "Permission denied"},
    {EFAULT, "Bad address"},
    {EBUSY, "Device or resource busy"},
    {ENODEV, "No such device"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {EINVAL, "Invalid argument"},
    {ENFILE, "Too many open files in system"},
    {EMFILE, "Too many open files"},
    {ETXTBSY, "Text file busy"},
    {ENOSPC, "No space left on device"},
    {EPIPE, "Broken pipe"},
    {ENAMETOOLONG, "File name too long"},
    {ENOSYS, "Function not implemented"},
    {ELOOP, "Too many levels of symbolic links"},
    {ELIBBAD, "Accessing a corrupted shared library"},
    {EUSERS, "Too many users"},
    {ENOTSOCK, "Socket operation on non-socket"},
    {ECONNRESET, "Connection reset by peer"},
    {ETIMEDOUT, "Connection timed out"},
    {ESTALE, "Stale file handle"},
};

/// Says what went wrong, in the words of the C library, and leaves.
_Noreturn static inline void give_up(const char *program, const char *what, int error) {
    char unnamed[32];
    const char *why = unnamed;
    add_number(add(unnamed, "error "), -error);
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof PROBLEMS[0]; i++) {
        if (PROBLEMS[i].number == -error) {
            why = PROBLEMS[i].words;
        }
    }
    say(program, what, why);
    leave(error == -ENOENT ? NOT_THERE : REFUSED);
}
