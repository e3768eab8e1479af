/** The document's three flows, offline, through HTTP, with a small library: a new topic, a trigger that fires, a later question. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { makeDue } from '../../support/make-due.ts';

const LIBRARY = mkdtempSync(join(tmpdir(), 'medfleet-library-'));
const put = (name: string, ...lines: string[]) => writeFileSync(join(LIBRARY, name), lines.join('\n'));

put(
  'givinostat.md',
  '---',
  'date: 2026-03-01',
  'doi: 10.5555/wren.2026.031',
  '---',
  '# Givinostat in boys with Duchenne muscular dystrophy',
  'A randomised, double-blind trial in 179 boys. Stair climbing worsened less with the drug than with placebo.',
);
put(
  'guideline.md',
  '---',
  'date: 2025-11',
  'evidence: guideline',
  'url: https://example.org/dmd-guideline',
  '---',
  '# Care of Duchenne muscular dystrophy: guideline update',
  'The panel recommends steroids from the age of four and a heart check every year.',
);
put('bread.md', '# Sourdough for beginners', 'Flour, water, salt and time.');

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ env: { LIBRARY_DIR: LIBRARY } });
});
afterAll(async () => {
  await fleet.close();
  rmSync(LIBRARY, { recursive: true, force: true });
});

const session = { patient_id: 'dr-wren', session_id: 'wren-1', team: 'research' };
const turns = async () => (await fleet.call('GET', '/v1/turns?session_id=wren-1')).body.turns as unknown as TurnView[];
/** The latest reply in the conversation, once that many turns have ended. */
async function saidAfter(count: number): Promise<TurnView> {
  await expect.poll(async () => (await turns()).filter(({ status }) => status === 'completed').length).toBe(count);
  return (await turns())[0] as TurnView;
}

test('a new topic gets an agent, which searches, writes, keeps watch and reports; the answer cites its sources', async () => {
  const asked = await fleet.say(
    'Research new treatments for Duchenne muscular dystrophy and keep me updated weekly',
    session,
  );
  expect(asked.reply).toMatch(/set a new agent to work/);
  expect(asked.reply).not.toMatch(/Givinostat/);

  const told = await saidAfter(2);
  expect(told.reply).toMatch(/2 sources/);
  expect(told.reply).toMatch(/Givinostat.*randomised trial.*10\.5555\/wren\.2026\.031/);
  expect(told.reply).not.toMatch(/Sourdough|Report of/);
  // The same as data, under the markers of the text, and in the audit.
  expect(told.citations).toMatchObject([
    { source_type: 'web_page', url: 'https://example.org/dmd-guideline', date: '2025-11', year: 2025 },
    { source_type: 'journal_article', doi: '10.5555/wren.2026.031', id: 'doi:10.5555/wren.2026.031' },
  ]);
  for (const { marker, title } of told.citations) expect(told.reply).toContain(`\n${marker} ${title} (`);
  const { body } = await fleet.call('GET', '/v1/audit/citations?conversation_id=wren-1');
  expect(body.records).toMatchObject([
    { message_id: told.turn_id, citations_used: told.citations.map(({ id }) => id), retrieval_scores: [null, null] },
  ]);
});

async function agent(): Promise<{ id: string; name: string }> {
  const { body } = await fleet.call('GET', '/v1/agents?user_id=dr-wren');
  return (body.agents as { id: string; name: string }[])[0] as { id: string; name: string };
}
const planned = async () =>
  (await fleet.call('GET', '/v1/triggers?user_id=dr-wren')).body.triggers as {
    id: string;
    schedule: string;
    fire_at: string;
    fired: number;
  }[];
/** Fires the trigger as its schedule would, without waiting. */
async function fire(id: string): Promise<void> {
  await makeDue(fleet.base.redis.connect('worker'), fleet.base.keys.tag, [id]);
  const job = (await fleet.queue('trigger').getDelayed()).find(({ data }) => data.id === id);
  await job?.promote();
}

test('its files hold evidence, a report with an evidence table, and what it has seen; every version is served', async () => {
  const { id, name } = await agent();
  expect(name).toMatch(/Duchenne/i);
  const { body } = await fleet.call('GET', `/v1/agents/${id}/files`);
  const paths = (body.files as { path: string }[]).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^evidence\//),
      expect.stringMatching(/^reports\//),
      'tracking/seen.jsonl',
    ]),
  );
  const report = await fleet.call('GET', `/v1/agents/${id}/files/${paths.find((path) => path.startsWith('reports/'))}`);
  expect(report.body.content).toMatch(/\| # \| source \| kind \| date \| where \|/);
  expect(report.body.content).toMatch(/The panel recommends steroids from the age of four/);
  expect((await fleet.call('GET', `/v1/agents/${id}/files/..%2F..%2Fetc%2Fpasswd`)).status).toBe(422);
  expect((await fleet.call('GET', `/v1/agents/${id}/files/reports/none.md`)).status).toBe(404);
});

test('its trigger fires: without news there is no message, and news are sent to the open conversation', async () => {
  const [trigger] = await planned();
  expect(trigger).toMatchObject({ schedule: 'weekly', fired: 0, fire_at: expect.any(String) });
  const { id } = await agent();
  await fire(String(trigger?.id));
  await expect.poll(async () => (await planned())[0]?.fired).toBe(1);
  const log = () => fleet.call('GET', `/v1/agents/${id}/files/notes/log.md`);
  await expect.poll(async () => (await log()).body.content).toMatch(/nothing new/);
  expect(await turns()).toHaveLength(2);

  put(
    'new.md',
    '---',
    'date: 2026-10-10',
    'nct: NCT09999999',
    '---',
    '# Gene therapy in Duchenne muscular dystrophy',
    'A phase 3 trial has begun to recruit.',
  );
  const received = fetch(`${fleet.url}/v1/sessions/wren-1/events`).then(async (response) => {
    let seen = '';
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('NCT09999999')) return seen;
    }
    return seen;
  });
  await fire(String(trigger?.id));
  const told = await saidAfter(3);
  expect(told.reply).toMatch(/1 new source.*besides 2 known before/s);
  expect(told.reply).toMatch(/NCT09999999/);
  expect(await received).toMatch(/event: message/);
  const { body } = await fleet.call('GET', '/v1/inbox?user_id=dr-wren');
  expect((body.items as { state: string }[]).map(({ state }) => state)).toEqual(['said', 'said']);
});

test('a later question reaches the existing agent, by another name for its topic', async () => {
  const asked = await fleet.say('Any DMD updates?', session);
  expect(asked.reply).toMatch(/follows this already/);
  // Who has asked is answered, also if there is nothing new: with what is on file.
  const told = await saidAfter(5);
  expect(told.reply).toMatch(/nothing new about .*Duchenne.*; 3 sources on file/i);
  expect(told.reply).toMatch(/\[\^1\] .*\[\^3\] /s);
  expect((await fleet.call('GET', '/v1/inbox?user_id=dr-wren&state=kept_back')).body.items).toEqual([]);
  expect((await fleet.call('GET', '/v1/agents?user_id=dr-wren')).body.agents).toHaveLength(1);
  expect((await fleet.call('GET', '/v1/agents?user_id=someone-else')).body.agents).toEqual([]);
});

test('a message that asks for nothing is answered with a question', async () => {
  const { reply } = await fleet.say('research cancer', { ...session, session_id: 'wren-2' });
  expect(reply).toMatch(/wide field/);
});

test('every exchange is in the files of the user, and a long conversation is summarised there', async () => {
  const talk = { ...session, session_id: 'wren-3' };
  for (let n = 1; n <= 9; n += 1) await fleet.say(`Who is working for me? (${n})`, talk);
  const files = fleet.base.workspaces.open('local', 'user:dr-wren');
  const log = (await files.read('sessions/wren-3.md')).content;
  expect(log.match(/^## /gm)).toHaveLength(9);
  expect(log).toContain('User: Who is working for me? (1)');
  const history = (await files.read('conversation_history/wren-3.md')).content;
  expect(history.match(/^- /gm)).toHaveLength(8);
  expect((await files.read('research_index/agents.md')).content).toMatch(/Duchenne/);
  const { id } = await agent();
  const own = (await fleet.call('GET', `/v1/agents/${id}/files/notes/activations.md`)).body.content;
  expect(own).toMatch(/Trigger: A trigger of yours \(weekly\) has fired/);
});

test('erasing a person deletes their agents, triggers, reports and files', async () => {
  const { id } = await agent();
  const { body } = await fleet.call('DELETE', '/v1/patients/dr-wren');
  expect((body.counts as { files: number }).files).toBeGreaterThan(4);
  expect((await fleet.call('GET', `/v1/agents/${id}`)).status).toBe(404);
  expect(await planned()).toEqual([]);
  expect(await fleet.queue('trigger').getJobSchedulers()).toEqual([]);
  const redis = fleet.base.redis.connect('worker');
  const left = await redis.keys(`{${fleet.base.config.REDIS_PREFIX}}*`);
  expect(left.filter((key) => key.includes('wren') || key.includes(id))).toEqual([]);
});
