// become TOKEN HOST SHA256 ORIGINAL PROGRAM [ARG…]: becomes PROGRAM, in a session of its own and killed by the kernel when HOST ends, the process that
// started us. It waits for a line on stdin first: the host has something to do before PROGRAM may read and write.
//
// With a SHA256 that is not empty, PROGRAM is made first: a copy of ORIGINAL, read once, hashed and written in the same pass. What has other bytes does
// not run, so the bytes that were checked are the bytes that run.
//
// A line of TOKEN alone on stderr says that everything before PROGRAM has worked. What goes wrong is a line that begins with TOKEN, which nobody else
// knows, and 126 or 127.
#include "bare.h"
#include <asm/stat.h>
#include <linux/signal.h>
#include <linux/stat.h>
#include <stdint.h>

enum { CHUNK = 64 << 10, BLOCK = 64, DIGITS = 64 };

/// Larger ones the host reads by itself: with the processor's own instructions for it, which pays from there on, and not while PROGRAM is waited for.
static const uint64_t MOST = 4 << 20;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes: FIPS 180-4.
static const uint32_t ROUND[BLOCK] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t turned(uint32_t word, int by) {
    return word >> by | word << (32 - by);
}

static void hash_block(uint32_t hash[8], const unsigned char *bytes) {
    uint32_t schedule[BLOCK];
    for (int i = 0; i < 16; i++) {
        schedule[i] = (uint32_t)bytes[4 * i] << 24 | bytes[4 * i + 1] << 16 | bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    }
    for (int i = 16; i < BLOCK; i++) {
        uint32_t near = schedule[i - 2], far = schedule[i - 15];
        schedule[i] = (turned(near, 17) ^ turned(near, 19) ^ near >> 10) + schedule[i - 7] +
                      (turned(far, 7) ^ turned(far, 18) ^ far >> 3) + schedule[i - 16];
    }
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (int i = 0; i < BLOCK; i++) {
        uint32_t one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + schedule[i];
        uint32_t two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
    hash[5] += f;
    hash[6] += g;
    hash[7] += h;
}

static void hash_end(uint32_t hash[8], const unsigned char *rest, size_t count, uint64_t total) {
    unsigned char last[2 * BLOCK];
    memset(last, 0, sizeof last);
    memcpy(last, rest, count);
    last[count] = 0x80;
    size_t end = count < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (int i = 0; i < 8; i++) {
        last[end - 1 - i] = (total << 3) >> (8 * i);
    }
    for (size_t at = 0; at < end; at += BLOCK) {
        hash_block(hash, last + at);
    }
}

static int is(const uint32_t hash[8], const char *digits) {
    int same = length(digits) == DIGITS;
    for (int i = 0; same && i < DIGITS; i++) {
        same = digits[i] == "0123456789abcdef"[hash[i / 8] >> (28 - i % 8 * 4) & 0xf];
    }
    return same;
}

static long must(const char *token, long result, const char *what) {
    if (result < 0) {
        give_up(token, what, result);
    }
    return result;
}

_Noreturn static void refuse(const char *token, const char *file, const char *why) {
    say(token, file, why);
    leave(REFUSED);
}

static void write_all(const char *token, int fd, const char *file, const unsigned char *bytes, long count) {
    while (count > 0) {
        long written = must(token, write(fd, bytes, count), file);
        bytes += written;
        count -= written;
    }
}

/// As much as the chunk holds, unless the file ends before: so all but the last are whole blocks.
static long read_chunk(const char *token, int fd, const char *file, unsigned char *chunk) {
    long count = 0;
    while (count < CHUNK) {
        long more = must(token, read(fd, chunk + count, CHUNK - count), file);
        if (more == 0) {
            break;
        }
        count += more;
    }
    return count;
}

/// The folder of the copy is nobody else's. One that is there is of an earlier start, and may still be running.
static void seal(const char *token, const char *wanted, const char *original, const char *copy) {
    struct stat found;
    // A pipe would keep us waiting for ever.
    int from = must(token, open(original, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), original);
    must(token, call(__NR_fstat, from, (long)&found, 0, 0, 0), original);
    if (!S_ISREG(found.st_mode)) {
        refuse(token, original, "no ordinary file");
    }
    call(__NR_unlinkat, AT_FDCWD, (long)copy, 0, 0, 0);
    int to = must(token, call(__NR_openat, AT_FDCWD, (long)copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700, 0), copy);
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char chunk[CHUNK];
    uint64_t total = 0;
    long count;
    do {
        count = read_chunk(token, from, original, chunk);
        total += count;
        if (total > MOST) {
            refuse(token, original, "it has grown");
        }
        write_all(token, to, copy, chunk, count);
        long at = 0;
        for (; at + BLOCK <= count; at += BLOCK) {
            hash_block(hash, chunk + at);
        }
        if (count < CHUNK) {
            hash_end(hash, chunk + at, count - at, total);
        }
    } while (count == CHUNK);
    close(from);
    must(token, close(to), copy);
    if (!is(hash, wanted)) {
        call(__NR_unlinkat, AT_FDCWD, (long)copy, 0, 0, 0);
        refuse(token, original, "not the bytes that were approved");
    }
}

/// Whether the host has said so.
static int told_to_go(void) {
    char byte;
    do {
        if (read(0, &byte, 1) != 1) {
            return 0;
        }
    } while (byte != '\n');
    return 1;
}

int main(int argc, char **argv, char **environment) {
    if (argc < 6) {
        say("usage", "become TOKEN HOST SHA256 ORIGINAL PROGRAM [ARG...]", NULL);
        return 2;
    }
    const char *token = argv[1], *sha256 = argv[3];
    char **program = argv + 5;
    must(token, setsid(), "a session of its own");
    // Asked first, looked at second: a host that dies in between is seen.
    must(token, prctl(PR_SET_PDEATHSIG, SIGKILL), "to end with the host");
    if (sha256[0] != 0) {
        seal(token, sha256, argv[4], program[0]);
    }
    if (!told_to_go() || getppid() != number(argv[2])) {
        leave(1);
    }
    write(2, token, length(token));
    write(2, "\n", 1);
    int error = execve(program[0], program, environment);
    if (error == -ENOEXEC) {
        // Text without a first line for the kernel: what any shell does with it. The two words take the place of ours.
        program[-1] = "/bin/sh";
        error = execve(program[-1], program - 1, environment);
    }
    give_up(token, program[0], error);
}
