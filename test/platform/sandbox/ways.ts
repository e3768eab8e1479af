/** Which ways to contain a program this machine has. What it lacks is skipped, and the test's name says why. */
import { openSandbox, type SandboxWay } from '../../../src/platform/sandbox/sandbox.ts';

export type Way = { by: SandboxWay; missing: string | null };

const BOTH: readonly SandboxWay[] = ['bubblewrap', 'namespaces'];

export const WAYS: readonly Way[] = await Promise.all(
  BOTH.map(async (by) => {
    const sandbox = openSandbox({ concurrency: 1, ways: [by] });
    const state = await sandbox.check();
    await sandbox.close();
    return { by, missing: state.available ? null : state.why };
  }),
);

export const label = ({ by, missing }: Way) => (missing === null ? by : `${by} (not on this machine: ${missing})`);
