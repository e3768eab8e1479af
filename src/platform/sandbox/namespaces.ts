/**
 * Carries a sandbox out without bubblewrap: unshare (util-linux) makes the namespaces, and a perl script, which is in every Debian,
 * makes the mounts, changes the root, gives up all capabilities and loads the filter. Perl because it can make system calls by number.
 */
import { FILTER } from './inside.ts';
import type { Mount } from './root.ts';
import type { Architecture } from './syscalls.ts';

const NUMBERS = {
  x64: { mount: 165, umount2: 166, pivot_root: 155, prctl: 157, capset: 126 },
  arm64: { mount: 40, umount2: 39, pivot_root: 41, prctl: 167, capset: 91 },
} as const satisfies Record<Architecture, Record<string, number>>;

/** Flags of mount(2): RDONLY 1, NOSUID 2, NODEV 4, NOEXEC 8, REMOUNT 32, BIND 4096. umount2: DETACH 2. */
const LAUNCHER = `
use strict;
my ($mount, $umount2, $pivot_root, $prctl, $capset) = splice @ARGV, 0, 5;
my $root = '/tmp';
sub call { my ($what, $number, @given) = @_; syscall($number + 0, @given) == 0 or die "$what: $!\\n" }
sub mnt {
  my ($from, $to, $type, $flags, $data) = @_;
  call("mount $to", $mount, $from, $to, $type, $flags + 0, $data);
}
sub parents {
  my ($path) = @_;
  my $made = $root;
  my @parts = grep { length } split m{/}, $path;
  pop @parts;
  for (@parts) { $made .= "/$_"; mkdir $made, 0755 unless -e $made; }
}
sub place {
  my ($path, $folder) = @_;
  parents($path);
  if ($folder) { mkdir "$root$path", 0755 unless -d "$root$path"; }
  else { open(my $file, '>', "$root$path") or die "$path: $!\\n"; close $file; }
  return "$root$path";
}
# What lies below the new root's place (a clone in /tmp) is hidden by it: sources are opened before.
my @sources;
for my $at (0 .. $#ARGV) {
  last if $ARGV[$at] eq '--';
  next unless $ARGV[$at] eq 'bind';
  open(my $source, '<', $ARGV[$at + 1]) or die "$ARGV[$at + 1]: $!\\n";
  push @sources, $source;
  $ARGV[$at + 1] = '/proc/self/fd/' . fileno($source);
}
mnt('tmpfs', $root, 'tmpfs', 2 | 4, 'size=1m,nr_inodes=4096,mode=0755');
while (defined(my $kind = shift @ARGV)) {
  last if $kind eq '--';
  if ($kind eq 'bind' || $kind eq 'device') {
    my ($from, $path) = splice @ARGV, 0, 2;
    my $to = place($path, -d $from);
    mnt($from, $to, 'none', 4096, '');
    mnt('none', $to, 'none', 4096 | 32 | 2 | ($kind eq 'bind' ? 1 | 4 : 0), '');
  } elsif ($kind eq 'tmpfs') {
    my ($path, $bytes, $inodes) = splice @ARGV, 0, 3;
    mnt('tmpfs', place($path, 1), 'tmpfs', 2 | 4, "size=$bytes,nr_inodes=$inodes,mode=0755");
  } elsif ($kind eq 'proc') {
    mnt('proc', place(shift @ARGV, 1), 'proc', 2 | 4 | 8, '');
  } elsif ($kind eq 'link') {
    my ($target, $path) = splice @ARGV, 0, 2;
    parents($path);
    symlink($target, "$root$path") or die "$path: $!\\n";
  } elsif ($kind eq 'read_only') {
    my $path = shift @ARGV;
    mnt('none', $root . ($path eq '/' ? '' : $path), 'none', 4096 | 32 | 1 | 2 | 4, '');
  }
}
chdir $root or die "chdir: $!\\n";
my ($here, $there) = ('.', '.');
call('pivot_root', $pivot_root, $here, $there);
call('umount', $umount2, $here, 2);
chdir '/' or die "chdir: $!\\n";
for my $capability (0 .. 63) { last if syscall($prctl + 0, 24, $capability, 0, 0, 0) != 0; }
my ($header, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
call('capset', $capset, $header, $none);
call('no_new_privs', $prctl, 38, 1, 0, 0, 0);
open(my $fd, '<&=', ${FILTER}) or die "filter: $!\\n";
binmode $fd;
my $filter = do { local $/; <$fd> };
close $fd;
my $program = pack('S x6 P', length($filter) / 8, $filter);
call('seccomp', $prctl, 22, 2, $program);
my $child = fork;
defined $child or die "fork: $!\\n";
if ($child == 0) { exec { $ARGV[0] } @ARGV or exit 125; }
close STDIN; close STDOUT;
while (1) {
  my $ended = wait;
  exit($? & 127 ? 128 + ($? & 127) : $? >> 8) if $ended == $child;
  exit 125 if $ended < 0;
}
`;

export function namespacesCommand(
  mounts: readonly Mount[],
  command: readonly string[],
  architecture: Architecture,
): string[] {
  const { mount, umount2, pivot_root, prctl, capset } = NUMBERS[architecture];
  return [
    ...['setpriv', '--pdeathsig', 'KILL'],
    ...['unshare', '--user', '--map-user=65534', '--map-group=65534', '--keep-caps'],
    ...['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--net', '--ipc', '--uts', '--cgroup'],
    ...['perl', '-e', LAUNCHER, ...[mount, umount2, pivot_root, prctl, capset].map(String)],
    ...mounts.flatMap(argumentsOf),
    ...['--', ...command],
  ];
}

function argumentsOf(mount: Mount): string[] {
  switch (mount.kind) {
    case 'bind':
      return ['bind', mount.from, mount.to];
    case 'device':
      return ['device', mount.path, mount.path];
    case 'tmpfs':
      return ['tmpfs', mount.path, String(mount.bytes), String(mount.inodes)];
    case 'proc':
      return ['proc', mount.path];
    case 'link':
      return ['link', mount.target, mount.path];
    case 'read_only':
      return ['read_only', mount.path];
  }
}
