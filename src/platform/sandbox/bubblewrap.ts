/** Carries a sandbox out with bubblewrap. */
import { FILTER } from './inside.ts';
import type { Mount } from './root.ts';

export function bubblewrapCommand(mounts: readonly Mount[], command: readonly string[]): string[] {
  return [
    'bwrap',
    // User, mount, pid, network, ipc, uts and cgroup namespaces.
    '--unshare-all',
    '--unshare-user',
    '--die-with-parent',
    '--new-session',
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ...mounts.flatMap(argumentsOf),
    ...['--chdir', '/', '--seccomp', String(FILTER), '--', ...command],
  ];
}

function argumentsOf(mount: Mount): string[] {
  switch (mount.kind) {
    case 'bind':
      return ['--ro-bind', mount.from, mount.to];
    case 'device':
      return ['--dev-bind', mount.path, mount.path];
    case 'tmpfs':
      return ['--perms', '0755', '--size', String(mount.bytes), '--tmpfs', mount.path];
    case 'proc':
      return ['--proc', mount.path];
    case 'link':
      return ['--symlink', mount.target, mount.path];
    case 'read_only':
      return ['--remount-ro', mount.path];
  }
}
