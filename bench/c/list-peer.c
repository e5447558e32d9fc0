/* What a list has to do at the least, by itself: reads the index of all conversations, asks for the status of the same
 * files as jp does, in the same way, and sees that each is as it was. It shows nothing.
 *
 * list-peer INDEX PLACE ROUNDS: the index as docs/storage.md has it; the place is the folder of ours. The first round,
 * and the median of the others. */
#include "plugin.h"
#include <linux/stat.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static const char *const FILES[] = {"/events.jsonl", "/metadata.json"};
enum { STATUS = 5, HEADER = 40 };

static uint32_t number(const char *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int64_t nanoseconds(struct statx_timestamp time) { return time.tv_sec * 1000000000 + time.tv_nsec; }

static void look(int place, const char *path, int64_t said[STATUS]) {
    struct statx found;
    if (syscall(SYS_statx, place, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_TYPE | STATX_INO | STATX_SIZE | STATX_MTIME | STATX_CTIME, &found) < 0)
        give_up("statx", path);
    said[0] = (int64_t)found.stx_dev_major << 36 | (int64_t)found.stx_dev_minor << 16 | (found.stx_mode & S_IFMT);
    said[1] = (int64_t)found.stx_size;
    said[2] = (int64_t)found.stx_ino;
    said[3] = nanoseconds(found.stx_mtime);
    said[4] = nanoseconds(found.stx_ctime);
}

static char *read_whole(const char *file, size_t *size) {
    struct stat found;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &found) < 0) give_up("open", file);
    char *bytes = malloc((size_t)found.st_size);
    for (*size = 0; *size < (size_t)found.st_size;) {
        ssize_t got = read(fd, bytes + *size, (size_t)found.st_size - *size);
        if (got <= 0) give_up("read", file);
        *size += (size_t)got;
    }
    close(fd);
    return bytes;
}

/* How many conversations are as they were. */
static long list(const char *index, const char *folder) {
    size_t size;
    char *bytes = read_whole(index, &size);
    uint32_t places = number(bytes + 20);
    const char *at = bytes + HEADER;
    at += 4 + number(at);
    long same = 0;
    for (uint32_t i = 0; i < places; i++) {
        const char *path = at + 4;
        uint32_t length = number(at);
        at = path + length + STATUS * 8;
        uint32_t each = number(at), count = number(at + 4), names = number(at + 8);
        const char *name = at + 12, *known = name + names;
        at = known + (size_t)count * each * STATUS * 8 + (size_t)count * 40;
        if (length != strlen(folder) || memcmp(path, folder, length) != 0) continue;
        if (each != sizeof FILES / sizeof *FILES) give_up("index", "another number of files");
        int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
        char file[300];
        for (uint32_t j = 0; j < count; j++) {
            size_t end = strlen(name);
            memcpy(file, name, end);
            name += end + 1;
            int equal = 1;
            for (uint32_t k = 0; k < each; k++, known += STATUS * 8) {
                int64_t said[STATUS];
                strcpy(file + end, FILES[k]);
                look(place, file, said);
                equal &= memcmp(said, known, sizeof said) == 0;
            }
            same += equal;
        }
        close(place);
    }
    free(bytes);
    return same;
}

int main(int count, char **words) {
    if (count != 4) give_up("usage", "list-peer INDEX PLACE ROUNDS");
    int rounds = atoi(words[3]);
    int64_t *taken = malloc(sizeof *taken * (size_t)rounds);
    for (int i = 0; i < rounds; i++) {
        int64_t start = now_ns();
        long same = list(words[1], words[2]);
        taken[i] = now_ns() - start;
        if (i == 0) report("same", "%ld", same);
    }
    report("first_us", "%ld", (long)(taken[0] / 1000));
    if (rounds > 1) {
        qsort(taken + 1, (size_t)rounds - 1, sizeof *taken, by_size);
        report("again_us", "%ld", (long)(taken[1 + (rounds - 1) / 2] / 1000));
    }
    return 0;
}
