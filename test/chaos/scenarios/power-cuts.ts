/** Durability 7: Redis is killed and the last second of its append-only file is cut off. What was not lost goes on; nothing is given up. */
import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosFleet, openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { runTurns, type Sent } from '../turns.ts';
import { inParallel } from '../wait.ts';

const LOST_MS = 1_000;
const EVERY_MS = 20;
const AWAY_MS = 500;

export async function powerCuts({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2 });
  const file = appendOnlyFile(fleet.server.dir);
  const sizes: { at: number; bytes: number }[] = [];
  const sampling = setInterval(() => sizes.push({ at: Date.now(), bytes: statSync(file).size }), EVERY_MS);
  try {
    const load = { seed, sessions: 30, turnsEach: 10, kills: 8, fail: () => cutPower(fleet, file, sizes) };
    const { sent, kills } = await runTurns(fleet, load);
    const ends = await inParallel(sent, 20, (turn) => endOf(fleet, turn));
    const left = ends.filter((end) => end !== 'gone');
    const harmed = left.filter((end) => end !== 'completed');
    const scenario = `power-cuts: seed ${seed}`;
    return [
      figure(scenario, 'turns, cuts', `${sent.length}, ${kills.length}`),
      figure(scenario, 'turns that were in the lost seconds', String(ends.length - left.length)),
      equal(scenario, 'survivors that were given up', harmed.length, 0, harmed[0] ?? ''),
      equal(scenario, 'turns that are still open', await fleet.redis.zcard(fleet.keys.open()), 0),
    ];
  } finally {
    clearInterval(sampling);
    await fleet.close();
  }
}

async function cutPower({ server }: ChaosFleet, file: string, sizes: { at: number; bytes: number }[]): Promise<number> {
  const at = Date.now();
  const kept = sizes.findLast((size) => size.at < at - LOST_MS)?.bytes ?? 0;
  await server.stop('SIGKILL');
  truncateSync(file, kept);
  sizes.length = 0;
  await sleep(AWAY_MS);
  server.start();
  return at;
}

/** The file of the writes. Redis drops a command that is cut in two. */
function appendOnlyFile(redisDir: string): string {
  const dir = join(redisDir, 'appendonlydir');
  const [name] = readdirSync(dir).filter((one) => one.endsWith('.incr.aof'));
  return join(dir, String(name));
}

async function endOf({ call }: ChaosFleet, { id, mark }: Sent): Promise<string> {
  const { status, body } = await call('GET', `/v1/turns/${id}`);
  if (status === 404) return 'gone';
  const { status: end, error } = body as { status: string; error?: { code: string; detail: string } | null };
  return end === 'completed' ? end : `${mark} ${end}: ${error?.code} ${error?.detail}`;
}
