"""The system calls that a confined subject is refused, with the reason, by their numbers on x86-64 and on 64-bit ARM.

Numbers are those of the kernel's own tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).
Calls of which only some are refused (clone, kill, fcntl ...) are in seccomp.py.
"""

from __future__ import annotations

from typing import NamedTuple


class Denied(NamedTuple):
    """Calls that are refused for one reason: name -> (x86-64, 64-bit ARM); None where there is no such call."""

    reason: str
    calls: dict[str, tuple[int | None, int | None]]


NEWEST = 451
"""The last call that was looked at. Whatever came to Linux later answers as an older kernel would: there is no such call."""

DENIED = (
    Denied("makes another process, which could outlive this one", {
        "fork": (57, None), "vfork": (58, None),
    }),
    Denied("runs another program", {
        "execve": (59, 221), "execveat": (322, 281), "uselib": (134, None),
    }),
    Denied("reaches the network or another process's sockets", {
        "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
        "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206), "sendmsg": (46, 211), "sendmmsg": (307, 269),
        "recvfrom": (45, 207), "recvmsg": (47, 212), "recvmmsg": (299, 243), "shutdown": (48, 210),
    }),
    Denied("does file and network calls past this filter", {
        "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
        "io_setup": (206, 0), "io_submit": (209, 2),
    }),
    Denied("looks into or steers another process", {
        "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
        "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272), "pidfd_open": (434, 434),
        "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424), "get_robust_list": (274, 100),
        "move_pages": (279, 239), "migrate_pages": (256, 238),
    }),
    Denied("takes more of the machine than its share, or unpins a process from its core", {
        "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122),
        "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    }),
    Denied("shares memory or messages with other processes of the same user", {
        "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197), "semget": (64, 190),
        "semop": (65, 193), "semtimedop": (220, 192), "semctl": (66, 191), "msgget": (68, 186), "msgsnd": (69, 189),
        "msgrcv": (70, 188), "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
        "mq_notify": (244, 184), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    }),
    Denied("changes what the file system looks like", {
        "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
        "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430), "fsconfig": (431, 431),
        "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "unshare": (272, 97),
        "setns": (308, 268), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    }),
    Denied("changes files in ways that Landlock does not see", {
        "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, None), "fchown": (93, 55),
        "lchown": (94, None), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
        "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
        "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None),
        "truncate": (76, 45),
    }),
    Denied("watches files of others", {
        "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
        "fanotify_init": (300, 262), "fanotify_mark": (301, 263),
    }),
    Denied("becomes another user or takes rights back", {
        "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143),
        "setresuid": (117, 147), "setresgid": (119, 149), "setfsuid": (122, 151), "setfsgid": (123, 152),
        "setgroups": (116, 159), "capset": (126, 91), "personality": (135, 92),
    }),
    Denied("loads code into the kernel or measures it: a wide surface that no submission needs", {
        "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "kexec_load": (246, 104),
        "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
        "delete_module": (176, 106), "modify_ldt": (154, None), "ioperm": (173, None), "iopl": (172, None),
        "lookup_dcookie": (212, 18), "nfsservctl": (180, 42), "vmsplice": (278, 75),
    }),
    Denied("holds keys of the user", {
        "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    }),
    Denied("sets the machine's clock, name, quotas or log", {
        "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
        "sethostname": (170, 161), "setdomainname": (171, 162), "quotactl": (179, 60), "quotactl_fd": (443, 443),
        "syslog": (103, 116), "acct": (163, 89), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
        "vhangup": (153, 58),
    }),
)  # fmt: skip
