/** An attacker: swaps a folder for a link and back, as fast as it can, until a file tells it to stop. Prints how often it did. */
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder = '', outside = '', stop = ''] = process.argv.slice(2);
const MIN_SWAPS = 10;
const aside = `${folder}-aside`;
let swaps = 0;
while (swaps <= MIN_SWAPS || !existsSync(stop)) {
  try {
    renameSync(folder, aside);
    symlinkSync(outside, folder);
    // Long enough for the other process to open the link.
    for (const until = performance.now() + 0.3; performance.now() < until; );
    unlinkSync(folder);
    renameSync(aside, folder);
    swaps += 1;
    for (const until = performance.now() + 0.3; performance.now() < until; );
  } catch {
    // The other process has made a new folder in the gap: it is removed, and ours is put back.
    try {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    } catch {
      // The other process was faster again, or there is nothing to put back.
    }
  }
}
process.stdout.write(String(swaps));
