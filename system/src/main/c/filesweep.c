// The loops of ours inside of the JVM: what the kernel says of many files, and whether that is what it said before. See FileSweep.
//
// statx(2) by its number, since its function is younger than some C libraries; its structure is the same everywhere.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jni.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LONGS = 5, BATCH = 128, LONGEST_NAME = 255, LONGEST_SUFFIX = 32, WANTED = STATX_TYPE | STATX_INO | STATX_SIZE | STATX_MTIME | STATX_CTIME };

static jlong nanoseconds(struct statx_timestamp time) {
    return (jlong)((unsigned long)time.tv_sec * 1000000000UL + time.tv_nsec);
}

static void look(int folder, const char *path, jlong *said) {
    struct statx found;
    if (syscall(SYS_statx, folder, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, WANTED, &found) < 0) {
        memset(said, 0, LONGS * sizeof *said);
        // As Java has it.
        said[0] = -(errno == ENOTDIR ? ENOENT : errno);
        return;
    }
    said[0] = (jlong)found.stx_dev_major << 36 | (jlong)found.stx_dev_minor << 16 | (found.stx_mode & 0170000);
    said[1] = (jlong)found.stx_size;
    said[2] = (jlong)found.stx_ino;
    said[3] = nanoseconds(found.stx_mtime);
    said[4] = nanoseconds(found.stx_ctime);
}

// All three texts are made by FileSweep, which holds them to these bounds; here they are held once more.
JNIEXPORT jboolean JNICALL Java_dev_outrigger_system_FileSweep_sweep(
    JNIEnv *env, jclass class, jbyteArray folder, jbyteArray names, jbyteArray suffixes, jint each, jlongArray to) {
    (void)class;
    jboolean done = JNI_FALSE;
    jsize size = (*env)->GetArrayLength(env, names), room = (*env)->GetArrayLength(env, to), written = 0;
    jbyte *place = (*env)->GetByteArrayElements(env, folder, NULL);
    jbyte *name = (*env)->GetByteArrayElements(env, names, NULL);
    jbyte *suffix = (*env)->GetByteArrayElements(env, suffixes, NULL);
    jlong said[BATCH * LONGS];
    jsize held = 0;
    int opened = place && name && suffix ? open((char *)place, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (opened >= 0) {
        char path[LONGEST_NAME + LONGEST_SUFFIX + 2];
        for (jsize at = 0; at < size;) {
            size_t length = strnlen((char *)name + at, (size_t)(size - at));
            if (length > LONGEST_NAME) break;
            memcpy(path, name + at, length);
            const char *end = (char *)suffix;
            for (jint i = 0; i < each; i++) {
                strncpy(path + length, end, LONGEST_SUFFIX);
                path[length + LONGEST_SUFFIX] = 0;
                end += strlen(end) + 1;
                look(opened, path, said + held);
                held += LONGS;
                if (held == BATCH * LONGS) {
                    if (written + held > room) break;
                    (*env)->SetLongArrayRegion(env, to, written, held, said);
                    written += held;
                    held = 0;
                }
            }
            at += (jsize)length + 1;
        }
        if (written + held <= room) {
            (*env)->SetLongArrayRegion(env, to, written, held, said);
            written += held;
        }
        done = written == room;
        close(opened);
    }
    if (suffix) (*env)->ReleaseByteArrayElements(env, suffixes, suffix, JNI_ABORT);
    if (name) (*env)->ReleaseByteArrayElements(env, names, name, JNI_ABORT);
    if (place) (*env)->ReleaseByteArrayElements(env, folder, place, JNI_ABORT);
    return done;
}

// FileSweep holds both to their bounds; here it is done once more.
JNIEXPORT jboolean JNICALL Java_dev_outrigger_system_FileSweep_same(JNIEnv *env, jclass class, jbyteArray kept, jint from, jlongArray numbers) {
    (void)class;
    jlong length = (jlong)(*env)->GetArrayLength(env, numbers) * (jlong)sizeof(jlong);
    if (from < 0 || (jlong)from + length > (*env)->GetArrayLength(env, kept)) return JNI_FALSE;
    // Where they lie, without a copy: nothing is called in between, and it takes a tenth of a millisecond.
    char *then = (*env)->GetPrimitiveArrayCritical(env, kept, NULL);
    void *now = then ? (*env)->GetPrimitiveArrayCritical(env, numbers, NULL) : NULL;
    jboolean same = now && memcmp(then + from, now, (size_t)length) == 0;
    if (now) (*env)->ReleasePrimitiveArrayCritical(env, numbers, now, JNI_ABORT);
    if (then) (*env)->ReleasePrimitiveArrayCritical(env, kept, then, JNI_ABORT);
    return same;
}
