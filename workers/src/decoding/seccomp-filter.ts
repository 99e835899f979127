/** Denied system calls with their numbers on x86-64 and arm64; null when the call does not exist on arm64. */
const DENIED: Record<string, [x64: number, arm64: number | null]> = {
  // Network, and sockets of any other kind.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  // io_uring runs system calls in kernel threads, which seccomp does not filter.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Other processes: their memory, their files, signals and messages to them.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  tkill: [200, 130],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  shmget: [29, 194],
  shmat: [30, 196],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  // Scheduling of other processes. The kernel lets a process change the scheduling of all processes of the same user, which
  // include the worker.
  setpriority: [141, 140],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
  ioprio_set: [251, 30],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // New processes. clone is allowed only for threads, see below.
  fork: [57, null],
  vfork: [58, null],
  // File metadata, which Landlock does not restrict.
  truncate: [76, 45],
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, null],
  lchown: [94, null],
  fchown: [93, 55],
  fchownat: [260, 54],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  setxattrat: [463, 463],
  removexattrat: [466, 466],
  // Mounts, namespaces, keys, kernel.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  unshare: [272, 97],
  setns: [308, 268],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
};

/**
 * By architecture: the kernel's number of the architecture (linux/audit.h), the column in DENIED, and the numbers of the
 * calls that are filtered by their arguments.
 */
const ARCHITECTURES = {
  x64: { audit: 0xc000003e, column: 0, kill: 62, tgkill: 234, clone: 56, prlimit: 302, fcntl: 72, ioctl: 16 },
  arm64: { audit: 0xc00000b7, column: 1, kill: 129, tgkill: 131, clone: 220, prlimit: 261, fcntl: 25, ioctl: 29 },
} as const;
const CLONE3 = 435;
const CLONE_THREAD = 0x10000;
/**
 * The commands of fcntl (linux/fcntl.h) that Node and the C library need: they duplicate a descriptor, or read or set its
 * flags. All other commands are denied, because with some of them a descriptor sends signals to another process (F_SETOWN,
 * F_SETSIG, F_SETLEASE).
 */
const [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC] = [0, 1, 2, 3, 4, 1030];
/** Commands of ioctl (asm-generic/sockios.h) that do the same as F_SETOWN for sockets. */
const [FIOSETOWN, SIOCSPGRP] = [0x8901, 0x8902];
/** On x86-64, this call number and all higher ones belong to the x32 ABI, where every system call exists a second time. */
const X32 = 0x40000000;

const [EPERM, ENOSYS] = [1, 38];
const ALLOW = 0x7fff0000;
const ERRNO = 0x50000;
const KILL_PROCESS = 0x80000000;

/** Opcodes of classic BPF. */
const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
/** Offsets in the kernel's struct seccomp_data. An argument has 64 bits; the offset points to its lower 32 bits. */
const [NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT] = [0, 4, 16, 24];

export type FilteredArchitecture = keyof typeof ARCHITECTURES;
export const hasSeccompFilter = (architecture: string): architecture is FilteredArchitecture =>
  architecture in ARCHITECTURES;

/**
 * Builds a seccomp filter (man 2 seccomp) that denies sockets, new processes, and all calls that reach other processes or
 * change the machine. It allows all other calls, so that newer Node versions run. Of fcntl it allows only the listed
 * commands. A denied call fails with EPERM. A call of another architecture kills the process. The numbers of the calls come
 * from arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux 6.18.
 * @param pid the id of this process, the only permitted target of signals
 * @returns the BPF program, 8 bytes per instruction
 */
export function seccompFilter(architecture: FilteredArchitecture, pid: number): Buffer {
  const { audit, column, kill, tgkill, clone, prlimit, fcntl, ioctl } = ARCHITECTURES[architecture];
  // The two middle numbers of an instruction say how many instructions to skip when its comparison is true or false.
  const program: [code: number, skipIfTrue: number, skipIfFalse: number, value: number][] = [];
  const add = (...instruction: (typeof program)[number]): number => program.push(instruction);
  const respond = (value: number): number => add(RETURN, 0, 0, value);
  const denied = ERRNO | EPERM;

  add(LOAD, 0, 0, ARCHITECTURE);
  add(EQUAL, 1, 0, audit);
  respond(KILL_PROCESS);
  add(LOAD, 0, 0, NUMBER);
  add(AT_LEAST, 0, 1, X32);
  respond(denied);
  for (const numbers of Object.values(DENIED)) {
    const number = numbers[column];
    if (number === null) continue;
    add(EQUAL, 0, 1, number);
    respond(denied);
  }
  // The flags of clone3 are behind a pointer, so the filter cannot read them. clone3 therefore fails as if it did not exist,
  // and the C library creates threads with clone.
  add(EQUAL, 0, 1, CLONE3);
  respond(ERRNO | ENOSYS);
  add(EQUAL, 0, 4, clone);
  add(LOAD, 0, 0, FIRST_ARGUMENT);
  add(ANY_BIT, 1, 0, CLONE_THREAD);
  respond(denied);
  respond(ALLOW);
  for (const [number, argument, listedResult, otherResult, values] of [
    [kill, FIRST_ARGUMENT, ALLOW, denied, [pid]],
    [tgkill, FIRST_ARGUMENT, ALLOW, denied, [pid]],
    [prlimit, FIRST_ARGUMENT, ALLOW, denied, [pid, 0]],
    [fcntl, SECOND_ARGUMENT, ALLOW, denied, [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC]],
    [ioctl, SECOND_ARGUMENT, denied, ALLOW, [FIOSETOWN, SIOCSPGRP]],
  ] as const) {
    add(EQUAL, 0, values.length + 3, number);
    add(LOAD, 0, 0, argument);
    values.forEach((value, index) => add(EQUAL, values.length - index, 0, value));
    respond(otherResult);
    respond(listedResult);
  }
  respond(ALLOW);

  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(([code, skipIfTrue, skipIfFalse, value], index) => {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(skipIfTrue, 8 * index + 2);
    bytes.writeUInt8(skipIfFalse, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  });
  return bytes;
}
