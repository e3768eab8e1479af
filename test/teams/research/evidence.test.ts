/** Offline research over a small library, through HTTP: what was required is met, what is enough is tested, and each word is kept. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import type { ResearchAgent } from '../../../src/teams/research/research-agent.ts';
import type { Trigger } from '../../../src/teams/research/trigger.ts';
import { expectProblem } from '../../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { makeDue } from '../../support/make-due.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ env: { LIBRARY_DIR: join(import.meta.dirname, 'corpus') } });
});
afterAll(() => fleet.close());

const talk = (session_id: string) => ({ patient_id: 'dr-wren', session_id, team: 'research' });
const turnsOf = async (session: string) =>
  (await fleet.call('GET', `/v1/turns?session_id=${session}`)).body.turns as unknown as TurnView[];
/** The latest reply, once that many turns of the conversation have ended. */
async function saidAfter(session: string, count: number): Promise<string> {
  const ended = async () => (await turnsOf(session)).filter(({ status }) => status === 'completed').length;
  await expect.poll(ended).toBe(count);
  return (await turnsOf(session))[0]?.reply ?? '';
}
const roster = async () =>
  (await fleet.call('GET', '/v1/agents?user_id=dr-wren')).body.agents as unknown as ResearchAgent[];
async function agentOn(topic: RegExp): Promise<ResearchAgent> {
  return (await roster()).find(({ name }) => topic.test(name)) as ResearchAgent;
}
const triggersOf = async (id: string) =>
  (await fleet.call('GET', `/v1/triggers?user_id=dr-wren&agent_id=${id}`)).body.triggers as unknown as Trigger[];
async function reportOf(id: string): Promise<string> {
  const { files } = (await fleet.call('GET', `/v1/agents/${id}/files`)).body as { files: { path: string }[] };
  const path = files.find((file) => file.path.startsWith('reports/'))?.path;
  return String((await fleet.call('GET', `/v1/agents/${id}/files/${path}`)).body.content);
}

test('a class is found by its members, what was required filters, and only what passed is counted', async () => {
  const asked = await fleet.say('Research SGLT2 inhibitors in CKD, phase 3 trials only', talk('sglt2'));
  expect(asked.reply).toMatch(/A source counts if it meets this: phase 3\./);
  const told = await saidAfter('sglt2', 2);
  expect(told).toMatch(/2 sources about SGLT2 inhibitors in CKD \(phase 3\)/);
  expect(told).toMatch(/NCT90000001/);
  expect(told).toMatch(/NCT90000002/);
  expect(told).not.toMatch(/Apixaban|Canagliflozin|Ertugliflozin|registry/);
  expect(told).toMatch(/not met: 2 of 3, and there is nothing wider to search for/);
  expect(told).toMatch(/Left out: .*another phase/);
  const agent = await agentOn(/SGLT2/);
  expect(agent).toMatchObject({ requirements: { phases: ['3'] }, evidence_threshold: { sources: 3 } });
});

test('a finding is quoted, not the background', async () => {
  await fleet.say('Research SGLT2 inhibitors in kidney disease, cohort studies only', talk('cohort'));
  await saidAfter('cohort', 2);
  const report = await reportOf((await roster())[0]?.id ?? '');
  expect(report).toMatch(/SGLT2 inhibitors were associated with slower decline/);
  expect(report).not.toMatch(/widely discussed/);
});

test('where the topic alone is not enough it is widened, and wider sources are listed apart', async () => {
  await fleet.say('Research malaria bed nets since 2020', talk('nets'));
  const told = await saidAfter('nets', 2);
  expect(told).toMatch(/no source about malaria bed nets \(since 2020\) was found/);
  expect(told).toMatch(/Wider than asked \(nets; malaria\):\n\[\^1\] Insecticide-treated nets and malaria/);
  expect(told).not.toMatch(/Fishing/);
});

test('an agent is paused, resumed, given other terms and retired through the API, with each field checked', async () => {
  const { id } = await agentOn(/SGLT2/);
  const patch = (body: object) => fleet.call('PATCH', `/v1/agents/${id}`, body);
  expectProblem(await patch({}), 422, 'invalid');
  expectProblem(await patch({ evidence_threshold: { levels: [], sources: 0, max_age_months: null } }), 422, 'invalid');
  const threshold = { levels: ['randomised trial'], sources: 1, max_age_months: 24 };
  expect((await patch({ evidence_threshold: threshold, budget: { steps: 900 } })).body).toMatchObject({
    evidence_threshold: threshold,
    budget: { steps: 900, tokens: 2_000_000 },
  });
  expect((await patch({ status: 'paused' })).body).toMatchObject({ status: 'paused' });
  expect((await patch({ status: 'active' })).body).toMatchObject({ status: 'active' });
  const { body: other } = await fleet.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'other',
    name: 'Other Research',
    description: 'Follows malaria.',
    message: 'Look for malaria.',
    evidence_threshold: threshold,
  });
  expect(other).toMatchObject({ evidence_threshold: threshold });
  const retired = await fleet.call('PATCH', `/v1/agents/${other.id}`, { status: 'retired' });
  expect(retired.body).toMatchObject({ status: 'retired' });
  expectProblem(await fleet.call('PATCH', `/v1/agents/${other.id}`, { status: 'active' }), 409, 'conflict');
  expectProblem(await fleet.call('POST', `/v1/agents/${other.id}/messages`, { text: 'Go on.' }), 409, 'conflict');
});

test('a single time that comes while its agent is paused is kept, and fires once when it resumes', async () => {
  const { id } = await agentOn(/SGLT2/);
  const plan = { agent_id: id, schedule: '2027-05-01', instruction: 'Look for the results of May.' };
  const trigger = (await fleet.call('POST', '/v1/triggers', plan)).body as unknown as Trigger;
  await fleet.call('PATCH', `/v1/agents/${id}`, { status: 'paused' });
  await makeDue(fleet.base.redis.connect('worker'), fleet.base.keys.tag, [trigger.id]);
  await (await fleet.queue('trigger').getDelayed()).find(({ data }) => data.id === trigger.id)?.promote();
  const now = async () => (await triggersOf(id)).find((each) => each.id === trigger.id);
  await expect.poll(now).toMatchObject({ status: 'pending', held: true, fired: 0 });
  await fleet.call('PATCH', `/v1/agents/${id}`, { status: 'active' });
  await expect.poll(now).toMatchObject({ status: 'completed', held: false, fired: 1 });
  const log = async () => (await fleet.call('GET', `/v1/agents/${id}/files/notes/activations.md`)).body.content;
  await expect.poll(log).toMatch(/Look for the results of May/);
});

test('what the clinician says of themselves becomes their profile, and never an agent', async () => {
  const before = (await roster()).length;
  const { reply } = await fleet.say('I practise paediatric neurology in Leeds', talk('me'));
  expect(reply).toMatch(/added to your profile: "I practise paediatric neurology in Leeds"/);
  expect(await roster()).toHaveLength(before);
  const files = fleet.base.workspaces.open('local', 'user:dr-wren');
  expect((await files.read('user_profile/practice.md')).content).toBe('- I practise paediatric neurology in Leeds\n');
});

test('plans are stopped, work is asked about, and reports are mailed by a word; thanks are answered', async () => {
  const say = async (text: string) => (await fleet.say(text, talk('words'))).reply ?? '';
  await say('Research Duchenne muscular dystrophy and keep me updated weekly');
  await saidAfter('words', 2);
  const { id, name } = await agentOn(/Duchenne/);
  expect(await say('How is the Duchenne research going?')).toMatch(/is at work.*weekly, next on.*Last report/);
  expect(await say('Stop the weekly updates')).toMatch(/stopped the planned searches/);
  expect((await triggersOf(id)).map(({ status }) => status)).toEqual(['cancelled']);
  expect(await say('thanks')).toMatch(/welcome/);
  expect(await say('Email me the DMD report')).toMatch(/Which address/);
  expect(await say('wren@example.org')).toMatch(/waits for your approval/);
  const approvals = async () =>
    (await fleet.call('GET', '/v1/approvals?user_id=dr-wren&status=pending')).body.approvals;
  await expect
    .poll(approvals)
    .toMatchObject([{ mail: { to: 'wren@example.org', body: expect.stringMatching(/Prednisolone/) } }]);
  expect(await say('Pause the Duchenne agent')).toMatch(/is paused/);
  expect(await say('Any DMD updates?')).toMatch(/paused\. Shall it go on/);
  expect(await say('resume Duchenne')).toBe(`${name} works again.`);
  expect(await say('I no longer need the Duchenne research')).toMatch(/is retired/);
  expect((await agentOn(/Duchenne/)).status).toBe('retired');
  const summary = async () => (await fleet.call('GET', '/v1/sessions/words')).body.summary;
  await expect.poll(summary).toMatch(/turns\..*is retired/);
});

test('erasing a person leaves neither their mail nor its delivery', async () => {
  const [pending] = (await fleet.call('GET', '/v1/approvals?user_id=dr-wren&status=pending')).body.approvals as {
    id: string;
  }[];
  await fleet.call('POST', `/v1/approvals/${pending?.id}`, { decision: 'approve' });
  await expect
    .poll(async () => (await fleet.call('GET', '/v1/approvals?user_id=dr-wren&status=sent')).body.approvals)
    .toHaveLength(1);
  await fleet.call('DELETE', '/v1/patients/dr-wren');
  const redis = fleet.base.redis.connect('worker');
  const left = await redis.keys(`{${fleet.base.config.REDIS_PREFIX}}*`);
  expect(left.filter((key) => key.includes('wren') || key.includes(String(pending?.id)))).toEqual([]);
});
