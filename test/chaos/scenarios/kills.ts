/** Workers and producers are killed at random moments; once for each seed, the last time with all agents inline. */
import { join } from 'node:path';
import { openChaosFleet } from '../chaos-fleet.ts';
import type { Finding } from '../finding.ts';
import { judge } from '../invariants.ts';
import type { Setting } from '../scenarios.ts';
import { runTurns } from '../turns.ts';

export async function kills({ dir, code, seed, seeds, turns, sessions, kills: count }: Setting): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let nth = 0; nth < seeds; nth += 1) {
    const dispatch = seeds > 1 && nth === seeds - 1 ? 'inline' : 'job';
    const label = `seed ${seed + nth}${dispatch === 'inline' ? ', inline' : ''}`;
    const fleet = await openChaosFleet({
      dir: join(dir, String(seed + nth)),
      code,
      seed: seed + nth,
      dispatch,
      workers: 3,
      producers: 2,
      faults: true,
    });
    try {
      const load = { seed: seed + nth, sessions, turnsEach: Math.ceil(turns / sessions), kills: count };
      const found = await judge(fleet, await runTurns(fleet, load), label);
      for (const { what, seen, ok } of found) console.log(`  ${label}: ${what} ${seen}${ok ? '' : '   BROKEN'}`);
      findings.push(...found);
    } finally {
      await fleet.close();
    }
  }
  return findings;
}
