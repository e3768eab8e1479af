/** `--help`, and unknown arguments. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/check-agents.ts', ...args], { encoding: 'utf8' });
}

test('asked for help, it says how it is used and does nothing', () => {
  for (const flag of ['--help', '-h']) {
    expect(run(flag)).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run agents:check'), stderr: '' });
  }
});

test('what it does not know is named, with how it is used', () => {
  const { status, stdout, stderr } = run('--colour');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Unknown option '--colour'\.\n\n.*\n\n {2}npm run agents:check/);
  expect(run('agents', 'more')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no "more" here.'),
  });
});
