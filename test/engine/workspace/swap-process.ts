/** A hostile neighbour: swaps a folder for a link and back, as fast as it can, until it is stopped. Prints how often it did. */
import { renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder = '', outside = '', ms = '2000'] = process.argv.slice(2);
const aside = `${folder}-aside`;
let swaps = 0;
for (const end = Date.now() + Number(ms); Date.now() < end; ) {
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
