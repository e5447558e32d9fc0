package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;

/// The system calls that filters speak of, by their names in [SystemCallNumber].
enum SystemCall {
    SOCKET,
    SOCKETPAIR,
    CLONE,
    IOCTL,
    PERSONALITY,

    OPEN,
    OPENAT,
    CREAT,
    MKNOD,
    MKNODAT,
    CHMOD,
    FCHMOD,
    FCHMODAT,
    FCHMODAT2,

    PTRACE,
    PROCESS_VM_READV,
    PROCESS_VM_WRITEV,
    PROCESS_MADVISE,
    KCMP,
    PIDFD_GETFD,

    MOUNT,
    UMOUNT2,
    PIVOT_ROOT,
    CHROOT,
    OPEN_TREE,
    MOVE_MOUNT,
    FSOPEN,
    FSCONFIG,
    FSMOUNT,
    FSPICK,
    MOUNT_SETATTR,
    UNSHARE,
    SETNS,
    SETHOSTNAME,
    SETDOMAINNAME,

    BPF,
    KEYCTL,
    ADD_KEY,
    REQUEST_KEY,
    PERF_EVENT_OPEN,
    USERFAULTFD,
    OPEN_BY_HANDLE_AT,
    NAME_TO_HANDLE_AT,
    FANOTIFY_INIT,
    FANOTIFY_MARK,
    MIGRATE_PAGES,
    MOVE_PAGES,

    INIT_MODULE,
    FINIT_MODULE,
    DELETE_MODULE,
    CREATE_MODULE,
    GET_KERNEL_SYMS,
    QUERY_MODULE,
    KEXEC_LOAD,
    KEXEC_FILE_LOAD,
    REBOOT,
    SWAPON,
    SWAPOFF,
    ACCT,
    QUOTACTL,
    QUOTACTL_FD,
    SYSLOG,
    SETTIMEOFDAY,
    CLOCK_SETTIME,
    CLOCK_ADJTIME,
    ADJTIMEX,
    VHANGUP,
    LOOKUP_DCOOKIE,
    NFSSERVCTL,
    IOPL,
    IOPERM,
    MODIFY_LDT,
    USELIB,
    SYSFS,
    SYSCTL,

    IO_URING_SETUP,
    IO_URING_ENTER,
    IO_URING_REGISTER,
    CLONE3,
    MEMFD_CREATE,
    MEMFD_SECRET,
    OPENAT2,
    INOTIFY_INIT,
    INOTIFY_INIT1;

    private final SystemCallNumber number = SystemCallNumber.valueOf(name());

    int on(ProcessorKind machine) {
        return number.on(machine);
    }
}
