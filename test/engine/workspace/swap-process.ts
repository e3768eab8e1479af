/** A hostile neighbour: swaps a folder for a link and back, as fast as it can, until a file tells it to stop. Prints how often it did. */
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder = '', outside = '', stop = ''] = process.argv.slice(2);
const FEWEST = 10;
const aside = `${folder}-aside`;
let swaps = 0;
while (swaps <= FEWEST || !existsSync(stop)) {
  try {
    renameSync(folder, aside);
    symlinkSync(outside, folder);
    // Long enough for the other to fall into it.
    for (const until = performance.now() + 0.3; performance.now() < until; );
    unlinkSync(folder);
    renameSync(aside, folder);
    swaps += 1;
    for (const until = performance.now() + 0.3; performance.now() < until; );
  } catch {
    // The other has made a new folder in the gap: it goes, ours comes back.
    try {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    } catch {
      // The other was quicker again, or there is nothing to put back.
    }
  }
}
process.stdout.write(String(swaps));
