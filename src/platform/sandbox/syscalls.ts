/**
 * The system calls that the sandbox refuses, by number: x64 from Linux's asm/unistd_64.h, arm64 from asm-generic/unistd.h. Null: that
 * architecture has no such call. Numbers from 424 on are the same everywhere.
 */

export type Architecture = 'x64' | 'arm64';

type Numbers = readonly [x64: number | null, arm64: number | null];

/** Refused with EPERM, whatever their arguments. */
export const REFUSED: Readonly<Record<string, Numbers>> = {
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // File systems and roots.
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
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  // Namespaces; clone is looked at separately.
  unshare: [272, 97],
  setns: [308, 268],
  // The kernel itself.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  acct: [163, 89],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  personality: [135, 92],
  lookup_dcookie: [212, 18],
  // Keys of the kernel belong to a user, not to a namespace.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Memory that no limit of a process counts.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  shmat: [30, 196],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // No family of sockets is of use without a network, and AF_VSOCK belongs to no network namespace. socketpair stays.
  socket: [41, 198],
};

/** Refused with ENOSYS: the C library and libuv then use older calls, which can be checked (io_uring could open sockets unseen). */
export const ABSENT: Readonly<Record<string, Numbers>> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Refused for some arguments. */
export const CHECKED = {
  clone: [56, 220],
  mmap: [9, 222],
  ioctl: [16, 29],
} as const satisfies Record<string, readonly [number, number]>;

export function numbersOf(calls: Readonly<Record<string, Numbers>>, architecture: Architecture): number[] {
  const column = architecture === 'x64' ? 0 : 1;
  return Object.values(calls).flatMap((numbers) => numbers[column] ?? []);
}
