/** The command that checks the agents' files, as a process of its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { llm, teamYml, writeTeam } from './team-files.ts';

const check = (dir: string) => promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/check-agents.ts', dir]);

test('npm run agents:check prints the table when all is well', async () => {
  expect((await check('agents')).stdout).toContain('HealthConsultantLiteAgent');
});

test('npm run agents:check prints every problem and exits 1 otherwise', async () => {
  const helper = llm('Helper', 'tools: [fetch_pge]').replace('model: m', 'model: fast');
  const dir = await writeTeam({ 'team.yml': teamYml('Halper'), Helper: helper });
  await expect(check(dir)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: [
      `${dir}/demo/Helper/config.yml:6  unknown tool "fetch_pge"; did you mean "fetch_page"?`,
      `${dir}/demo/team.yml:2  unknown agent "Halper"; did you mean "Helper"?`,
      '',
    ].join('\n'),
  });
});
