/**
 * The descriptors of this process that a child would inherit: whatever started the process may have left some open, and nothing of this
 * machine may reach a program in the sandbox. Node marks its own as not inherited, and of the others only the first few.
 */
import { readdirSync, readFileSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;

/** Above stdin, stdout and stderr. */
export function inheritedDescriptors(): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The one that the listing itself used.
    return false;
  }
}
