/** A server that speaks the endpoints of SonarQube that we use, and a scanner that does what sonar-scanner leaves behind. */
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAnalysers } from '../../../src/functions/analysis/open-analysers.ts';
import { openSonarQube } from '../../../src/functions/analysis/sonarqube/sonarqube.ts';

const PYTHON = 'def a(x):\n    print(x)\n';
const WHAT = { artifact_type: 'code', analysis_type: 'quality' } as const;

let server: Server;
let folder: string;
let requests: { path: string; query: URLSearchParams; authorization: string | undefined }[];
let tasks: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanner-'));
  requests = [];
  tasks = ['PENDING', 'IN_PROGRESS', 'SUCCESS'];
  server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://sonarqube');
    requests.push({ path, query, authorization: request.headers.authorization });
    const answers: Record<string, () => unknown> = {
      '/api/ce/task': () => ({ task: { id: query.get('id'), status: tasks.shift() } }),
      '/api/issues/search': () => ({
        issues: [
          { rule: 'python:S106', message: 'Use a logger.', severity: 'MAJOR', line: 2 },
          { rule: 'python:S1', message: 'Name it.', impacts: [{ severity: 'LOW' }] },
        ],
      }),
      '/api/measures/component': () => ({ component: { measures: [{ metric: 'cognitive_complexity', value: '4' }] } }),
      '/api/projects/delete': () => ({}),
    };
    const answer = answers[path];
    response
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer?.() ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function scannerThat(script: string): Promise<string> {
  const file = join(folder, 'sonar-scanner');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const scans = () =>
  scannerThat(
    `echo "$@" > ${folder}/arguments; ls > ${folder}/files; cp artifact.* ${folder}/; mkdir .scannerwork; echo ceTaskId=T1 > .scannerwork/report-task.txt`,
  );

function open(scanner: string, deadlineMs = 30_000) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openAnalysers(
    {},
    {
      sonarqube: openSonarQube({ url, token: 'secret', project: 'fleet', scanner, deadlineMs, pollMs: 1 }),
    },
  );
}

test('code is scanned as a project of its own, its issues are read when the task is done, and nothing is left behind', async () => {
  const analysers = open(await scans());
  const analysed = await analysers.analyse(PYTHON, WHAT).finally(() => analysers.close());
  const own = analysed.findings.filter(({ source }) => source === 'sonarqube');
  expect(own.map(({ rule, severity, location }) => [rule, severity, location?.line])).toEqual([
    ['python:S106', 'major', 2],
    ['python:S1', 'minor', undefined],
  ]);
  expect(analysed.metrics.cognitive_complexity).toBe(4);
  expect(analysed.used).toContain('sonarqube');

  expect(await readFile(join(folder, 'artifact.py'), 'utf8')).toBe(PYTHON);
  const given = await readFile(join(folder, 'arguments'), 'utf8');
  const key = /-Dsonar\.projectKey=(fleet-\S+)/.exec(given)?.[1];
  expect(given).not.toContain('secret');
  expect(requests.map(({ path }) => path)).toEqual([
    ...['/api/ce/task', '/api/ce/task', '/api/ce/task'],
    ...['/api/issues/search', '/api/measures/component', '/api/projects/delete'],
  ]);
  expect(requests[3]?.query.get('components')).toBe(key);
  for (const { authorization } of requests) expect(authorization).toBe('Bearer secret');
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('sonarqube-'))).toEqual([]);
});

test.each([
  ['there is no scanner', async () => '/nowhere/sonar-scanner', 'sonar-scanner could not be run, or failed.'],
  ['the scanner fails', () => scannerThat('exit 1'), 'sonar-scanner could not be run, or failed.'],
  ['the scanner hangs', () => scannerThat('exec sleep 60'), 'SonarQube took longer than allowed.'],
])('%s: the answer says so, and the other analysers have looked', async (_what, scanner, reason) => {
  const analysers = open(await scanner(), 500);
  const { used, skipped } = await analysers.analyse(PYTHON, WHAT).finally(() => analysers.close());
  expect(skipped).toContainEqual({ analyser: 'sonarqube', why: 'failed', reason });
  expect(used).toEqual(['lines', 'duplicates', 'secretlint']);
});

test('a task that the server gives up is a failure', async () => {
  tasks = ['PENDING', 'FAILED'];
  const analysers = open(await scans());
  const { skipped } = await analysers.analyse(PYTHON, WHAT).finally(() => analysers.close());
  expect(skipped).toContainEqual({
    analyser: 'sonarqube',
    why: 'failed',
    reason: 'SonarQube ended the analysis with FAILED.',
  });
});
