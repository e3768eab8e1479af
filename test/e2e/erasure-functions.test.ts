/**
 * What is sent to functions, pipelines and the library stands in the keys of the run, the cached results, the artifacts and the
 * library's documents; never in a log or a job. After the person is erased it is nowhere, and others have lost nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { FUNCTIONS } from '../../src/functions/functions.ts';
import { agentsWith } from '../support/agents-dir.ts';
import { cited } from '../support/citations.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { NOTE, runFunction } from '../support/function-calls.ts';
import { testRedis } from '../support/redis.ts';
import { filesHolding, redisLines } from '../support/stores.ts';

/** Keeps something in each of the three places of a stage's output. */
const PIPELINE = `
id: keepsakes
description: Keeps a summary and an outline.
inputs:
  text: { type: text, description: Any }
stages:
  - function: extract_structure
    input: { content: $inputs.text, extraction_type: keywords }
    cache: handoff_cache
  - function: summarize_content
    input: { content: $inputs.text, target_tokens: 200 }
    cache: artifact_store
    artifact: summary
  - function: synthesize_outputs
    input: { artifacts: [{ content: $stages.summarize_content.summary }, { content: $inputs.text }] }
    cache: compression_cache
output:
  summary: $stages.summarize_content.summary
`;

/** Letters only, so that it stays whole in names, keys and addresses. */
const marker = (name: string) => `Zq${name.replaceAll('_', '')}Xvj`;
const PLANTED = [...FUNCTION_NAMES, 'refused', 'pipeline', 'chapter', 'artifact', 'library', 'conversation', 'source'];
const PERSON = marker('person');

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-erasure-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const agents = agentsWith([]);
  writeFileSync(join(agents, 'pipelines/keepsakes.yml'), PIPELINE);
  const log: string[] = [];
  const env = { DATA_DIR: dataDir, AGENTS_DIR: agents, LOG_LEVEL: 'trace' };
  const fleet = await startFleet({ env, logTo: { write: (line) => void log.push(line) } });
  onTestFinished(() => fleet.close());
  const everywhere = async () => {
    const keys = await redisLines(testRedis(), fleet.base.config.REDIS_PREFIX);
    const isJob = (line: string) => line.startsWith(fleet.base.keys.bull);
    return {
      jobs: keys.filter(isJob).join('\n'),
      keys: keys.filter((line) => !isJob(line)).join('\n'),
      log: log.join(''),
      disk: (text: string) => filesHolding(dataDir, text),
    };
  };
  return { fleet, everywhere };
}

type Who = { user_id?: string; patient_id?: string };

const said = (name: string) => `Dr. ${marker(name)} was asked. ${NOTE}`;

/** Every way in, for one person. */
async function plant(fleet: Fleet, who: Who): Promise<void> {
  const ended = async (path: string, body: Record<string, unknown>) => {
    const { status } = await fleet.call('POST', `${path}?wait=60`, { ...body, ...who });
    expect([path, status]).toEqual([path, 200]);
  };
  const text = said('library');
  const document = { scope: 'guides', title: marker('library'), type: 'text', text, ...who };
  expect((await fleet.call('POST', '/v1/library', document)).status).toBe(201);
  for (const name of FUNCTION_NAMES) {
    const content = String(FUNCTIONS.get(name)?.content);
    const fields = { [content]: name === 'synthesize_outputs' ? [{ content: said(name) }] : said(name), ...who };
    const { status } = await runFunction(fleet, name, fields, { 'Idempotency-Key': marker(name) });
    expect([name, status]).toEqual([name, name === 'generate_code' ? 501 : 200]);
    await runFunction(fleet, name, { ...fields, [content]: { text: said('refused') } });
    await runFunction(fleet, name, { ...fields, [content]: said('refused').repeat(1_000) });
    await runFunction(fleet, name, { ...fields, preset: marker('refused').slice(0, 20) });
  }
  const source = cited(marker('source'), 1, { chunk: said('source') });
  const asked = { conversation_id: marker('conversation'), message_id: marker('conversation') };
  await ended('/v1/functions/summarize-content/run', {
    ...{ content: said('source'), target_tokens: 200, citations: [source] },
    ...asked,
  });
  await ended('/v1/pipelines/keepsakes/run', { text: `${said('artifact')} ${said('pipeline')}` });
  await ended('/v1/pipelines/chapter-summarization/run', { chapter_text: `# Heart\n\n${said('chapter')}`, ...asked });
}

test.each<[string, Who]>([
  ['patient, of whom a clinician writes', { user_id: 'dr-wren', patient_id: PERSON }],
  ['user', { user_id: PERSON }],
])('of an erased %s nothing is left of what functions were given or have made', async (_as, who) => {
  const { fleet, everywhere } = await start();
  await plant(fleet, who);
  const bob = { ...(who.user_id === PERSON ? {} : { user_id: who.user_id }), patient_id: 'bob' };
  await plantBob(fleet, bob);

  const before = await everywhere();
  // Otherwise this test proves nothing.
  for (const name of PLANTED.filter((one) => one !== 'refused' && one !== 'library'))
    expect([name, before.keys.includes(marker(name))]).toEqual([name, true]);
  for (const name of ['artifact', 'library']) expect(before.disk(marker(name))).not.toEqual([]);
  for (const name of [...PLANTED, 'person'])
    expect([name, before.log.includes(marker(name)), before.jobs.includes(marker(name))]).toEqual([name, false, false]);
  expect(before.log).toContain('run.completed');
  const { body: audit } = await fleet.call('GET', `/v1/audit/citations?conversation_id=${marker('conversation')}`);
  expect(audit.records).not.toEqual([]);

  expect((await fleet.call('DELETE', `/v1/patients/${PERSON}`)).status).toBe(200);
  const after = await everywhere();
  for (const name of [...PLANTED, 'person'])
    expect([
      name,
      after.keys.includes(marker(name)),
      after.jobs.includes(marker(name)),
      after.log.includes(marker(name)),
      after.disk(marker(name)),
    ]).toEqual([name, false, false, false, []]);
  await expectBobs(fleet, bob);
});

/** Has the same artifact as the erased person: its bytes are stored once. */
async function plantBob(fleet: Fleet, bob: Who): Promise<void> {
  for (const text of [NOTE, NOTE]) {
    const { status } = await fleet.call('POST', '/v1/pipelines/keepsakes/run?wait=60', { text, ...bob });
    expect(status).toBe(200);
  }
  await fleet.call('POST', '/v1/pipelines/keepsakes/run?wait=60', { text: NOTE, user_id: PERSON });
  await fleet.call('POST', '/v1/library', { scope: 'bob', title: 'Bob', type: 'text', text: NOTE, ...bob });
  await runFunction(fleet, 'summarize_content', bob);
}

async function expectBobs(fleet: Fleet, bob: Who): Promise<void> {
  expect((await runFunction(fleet, 'summarize_content', bob)).body.details).toMatchObject({ cached: true });
  const documents = (await fleet.call('GET', '/v1/library?scope=bob')).body.documents;
  expect(documents).toMatchObject([{ title: 'Bob', patient_id: 'bob' }]);
  const user = bob.user_id ? `?user_id=${bob.user_id}` : '';
  const { body } = await fleet.call('GET', `/v1/artifacts${user}`);
  const artifacts = body.artifacts as { namespace: string; name: string; patient_id: string }[];
  expect(artifacts).toMatchObject([{ patient_id: 'bob' }]);
  const [{ namespace, name } = { namespace: '', name: '' }] = artifacts;
  const kept = await fleet.call('GET', `/v1/artifacts/${namespace}/${name}${user}`);
  expect(kept.body.data).toContain('Ramipril');
}

test('a run under way is cancelled, and keeps nothing afterwards', async () => {
  const { fleet, everywhere } = await start();
  const body = { text: said('pipeline').repeat(20), patient_id: PERSON };
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => fleet.call('POST', '/v1/pipelines/keepsakes/run?wait=0', body)),
  );
  expect((await fleet.call('DELETE', `/v1/patients/${PERSON}`)).status).toBe(200);
  for (const { body: run } of sent) expect((await fleet.call('GET', `/v1/runs/${run.run_id}`)).status).toBe(404);
  const { keys, jobs, disk } = await everywhere();
  expect([keys, jobs].filter((text) => text.includes(marker('pipeline')) || text.includes(PERSON))).toEqual([]);
  expect(disk(marker('pipeline'))).toEqual([]);
});
