/**
 * Durability 7: the disk of the record is full for a while. No fact is dropped, the answers are given, and /readyz says so. The disk is a
 * small tmpfs, which only root can mount.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { send, weightOf } from '../turns.ts';
import { until } from '../wait.ts';

const TURNS = 5;
const FULL_MS = 55_000;

export async function fullDisk({ dir, code, seed }: Setting): Promise<Finding[]> {
  const disk = join(dir, 'disk');
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', disk], { stdio: 'ignore' });
  } catch {
    return [figure('full-disk', 'not run', 'only root can mount a small disk')];
  }
  try {
    return await fill({ dir, code, seed }, disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

async function fill({ dir, code, seed }: Pick<Setting, 'dir' | 'code' | 'seed'>, disk: string): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, env: { DATA_DIR: join(disk, 'data') } });
  try {
    const statusOf = (id: string) => fleet.redis.hget(fleet.keys.task(id), 'status');
    const done = (ids: string[]) => async () =>
      (await Promise.all(ids.map(statusOf))).every((status) => status !== 'queued' && status !== 'running');
    const first = await send(fleet, 0, 0);
    await until(done([first.id]));
    const { bavail, bsize } = statfsSync(disk);
    const ballast = join(disk, 'ballast');
    try {
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    } catch {
      // What fits is written, and the disk is full.
    }
    const sent = [first];
    for (let nth = 1; nth <= TURNS; nth += 1) sent.push(await send(fleet, 0, nth));
    await sleep(FULL_MS / 2);
    const ready = await fleet.call('GET', '/readyz');
    await sleep(FULL_MS / 2);
    rmSync(ballast);
    await until(done(sent.map(({ id }) => id)), { stalledMs: 120_000, everyMs: 200 });
    const wanted = sent.map(({ nth }) => weightOf(nth));
    let filed: number[] = [];
    const all = async () => {
      const { body } = await fleet.call('GET', '/v1/patients/p0/record');
      filed = (body.observations as { value: number }[]).map(({ value }) => value).sort((a, b) => a - b);
      return filed.length >= wanted.length;
    };
    await until(all, { stalledMs: 60_000, everyMs: 1_000 });
    const statuses = await Promise.all(sent.map(({ id }) => statusOf(id)));
    const failed = statuses.filter((status) => status !== 'completed');
    return [
      equal(
        'full-disk',
        `facts missing, of ${wanted.length}`,
        wanted.filter((value) => !filed.includes(value)).length,
        0,
      ),
      equal('full-disk', 'facts twice', filed.length - new Set(filed).size, 0),
      equal('full-disk', 'turns not completed', failed.length, 0, [...new Set(failed)].join(', ')),
      equal('full-disk', '/readyz answers', ready.status, 503),
    ];
  } finally {
    await fleet.close();
  }
}
