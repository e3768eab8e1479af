/** A producer in the test's own process; workers and others as processes that halt at an exact point of their work and are killed there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { type Fleet, fleetEnv, startFleet } from '../support/fleet.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';
import { type Started, startProcess } from '../support/processes.ts';

const HOLD_COMMANDS = fileURLToPath(new URL('../support/hold-commands.mjs', import.meta.url));
/** What a process prints when it is ready. */
const SIGN = /^medfleet .+\n/m;
const WAIT = { timeout: STATE_LIMIT_MS, interval: 20 };

type Env = Record<string, string>;

export type Victim = Started & {
  url: string;
  /** Resolves when this many commands are held. */
  held(count: number): Promise<void>;
  kill(): Promise<void>;
};

export type Victims = Fleet & {
  env: Env;
  /** HOLD of hold-commands.mjs, among the settings, says where it halts. */
  start(entry: string, env?: Env, args?: string[]): Promise<Victim>;
  /** Waits for the end of a turn. */
  ended(turnId: string): Promise<TurnView>;
};

export async function startVictims(given: Env = {}): Promise<Victims> {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-victims-'));
  const env = { ...fleetEnv(dataDir), ...given };
  const fleet = await startFleet({ roles: [], env });
  const started = new Set<Victim>();

  async function start(entry: string, more: Env = {}, args: string[] = []): Promise<Victim> {
    const one = startProcess(entry, { ...env, ...more }, SIGN, { preload: HOLD_COMMANDS, args });
    const url = /http:\/\/[^\s/]+/.exec(await one.ready)?.[0] ?? '';
    const victim: Victim = {
      ...one,
      url,
      held: (count) => vi.waitFor(() => expect(one.output().match(/^held$/gm) ?? []).toHaveLength(count), WAIT),
      async kill() {
        started.delete(victim);
        await one.end('SIGKILL');
      },
    };
    started.add(victim);
    return victim;
  }

  return {
    ...fleet,
    env,
    start,
    async ended(turnId) {
      await fleet.events(turnId);
      return fleet.turn(turnId);
    },
    async close() {
      for (const victim of started) await victim.kill();
      await fleet.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
