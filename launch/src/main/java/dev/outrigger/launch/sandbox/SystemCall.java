package dev.outrigger.launch.sandbox;

/// The system calls that filters speak of, with their numbers on x86_64 and aarch64; -1 where there is no such call.
enum SystemCall {
    SOCKET(41, 198),
    SOCKETPAIR(53, 199),
    CLONE(56, 220),
    IOCTL(16, 29),
    PERSONALITY(135, 92),

    OPEN(2, -1),
    OPENAT(257, 56),
    CREAT(85, -1),
    MKNOD(133, -1),
    MKNODAT(259, 33),
    CHMOD(90, -1),
    FCHMOD(91, 52),
    FCHMODAT(268, 53),
    FCHMODAT2(452, 452),

    PTRACE(101, 117),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    PROCESS_MADVISE(440, 440),
    KCMP(312, 272),
    PIDFD_GETFD(438, 438),

    MOUNT(165, 40),
    UMOUNT2(166, 39),
    PIVOT_ROOT(155, 41),
    CHROOT(161, 51),
    OPEN_TREE(428, 428),
    MOVE_MOUNT(429, 429),
    FSOPEN(430, 430),
    FSCONFIG(431, 431),
    FSMOUNT(432, 432),
    FSPICK(433, 433),
    MOUNT_SETATTR(442, 442),
    UNSHARE(272, 97),
    SETNS(308, 268),
    SETHOSTNAME(170, 161),
    SETDOMAINNAME(171, 162),

    BPF(321, 280),
    KEYCTL(250, 219),
    ADD_KEY(248, 217),
    REQUEST_KEY(249, 218),
    PERF_EVENT_OPEN(298, 241),
    USERFAULTFD(323, 282),
    OPEN_BY_HANDLE_AT(304, 265),
    NAME_TO_HANDLE_AT(303, 264),
    FANOTIFY_INIT(300, 262),
    FANOTIFY_MARK(301, 263),
    MIGRATE_PAGES(256, 238),
    MOVE_PAGES(279, 239),

    INIT_MODULE(175, 105),
    FINIT_MODULE(313, 273),
    DELETE_MODULE(176, 106),
    CREATE_MODULE(174, -1),
    GET_KERNEL_SYMS(177, -1),
    QUERY_MODULE(178, -1),
    KEXEC_LOAD(246, 104),
    KEXEC_FILE_LOAD(320, 294),
    REBOOT(169, 142),
    SWAPON(167, 224),
    SWAPOFF(168, 225),
    ACCT(163, 89),
    QUOTACTL(179, 60),
    QUOTACTL_FD(443, 443),
    SYSLOG(103, 116),
    SETTIMEOFDAY(164, 170),
    CLOCK_SETTIME(227, 112),
    CLOCK_ADJTIME(305, 266),
    ADJTIMEX(159, 171),
    VHANGUP(153, 58),
    LOOKUP_DCOOKIE(212, 18),
    NFSSERVCTL(180, 42),
    IOPL(172, -1),
    IOPERM(173, -1),
    MODIFY_LDT(154, -1),
    USELIB(134, -1),
    SYSFS(139, -1),
    SYSCTL(156, -1),

    IO_URING_SETUP(425, 425),
    IO_URING_ENTER(426, 426),
    IO_URING_REGISTER(427, 427),
    CLONE3(435, 435),
    MEMFD_CREATE(319, 279),
    MEMFD_SECRET(447, 447),
    OPENAT2(437, 437),
    INOTIFY_INIT(253, -1),
    INOTIFY_INIT1(294, 26);

    private final int x86;
    private final int arm;

    SystemCall(int x86, int arm) {
        this.x86 = x86;
        this.arm = arm;
    }

    int on(ProcessorKind machine) {
        return switch (machine) {
            case X86_64 -> x86;
            case AARCH64 -> arm;
        };
    }
}
