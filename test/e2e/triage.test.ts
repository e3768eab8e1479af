/** Rules 0 to 4b through the whole fleet: the exact reply to the user, and the agent that it is attributed to. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { holdTimers } from '../support/clock.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';

const UNABLE = 'I was unable to retrieve that URL. Please try again or provide a different URL.';
const NOT_HEALTH =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';
const SHARE = 'To share your health information, please use the appropriate section in the side panel.';
const EDIT = 'To edit your health information, please use the appropriate section in the side panel.';

const PAGE = `<!doctype html><html><head><title>Living with asthma</title></head><body><h1>Living with asthma</h1>
<p>Asthma is a long-term condition of the airways. A reliever inhaler opens the airways within minutes.</p>
<p>People who need a reliever inhaler more than twice a week should have their treatment reviewed.</p></body></html>`;

let site: Server;
let siteUrl: string;
let asked: (string | undefined)[] = [];
let fleet: Fleet;

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url);
    if (request.url !== '/page') response.writeHead(404).end('no such page');
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  siteUrl = `http://127.0.0.1:${port}`;
  fleet = await startFleet({ env: { FETCH_ALLOW_HOSTS: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await fleet.close();
  await new Promise((resolve) => site.close(resolve));
});

/** The turn, the `routed` event and the reply event must all say the same. */
async function expectRoute(turn: TurnView, route: TurnView['route'], agent: string): Promise<void> {
  expect(turn).toMatchObject({ status: 'completed', route, agent, error: null });
  const events = await fleet.events(turn.turn_id);
  expect(events.filter(({ kind }) => kind === 'routed')).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ route, agent }) }),
  ]);
  expect(events.filter(({ kind }) => kind === 'reply')).toEqual([
    expect.objectContaining({ data: { agent, text: turn.reply } }),
  ]);
}

describe('rule 0: a link', () => {
  // Longer than the time limit for reading a page, for a busy machine.
  beforeEach(() => void holdTimers(4_000));

  test('a page is opened and answers in its own words', async () => {
    asked = [];
    const turn = await fleet.say(`${siteUrl}/page what does this say about a reliever inhaler?`);
    await expectRoute(turn, 'url', 'TriageAgent');
    expect(asked).toEqual(['/page']);
    expect(turn.reply).toContain('Living with asthma');
    expect(turn.reply).toContain('A reliever inhaler opens the airways within minutes.');
    expect(turn.agents.TriageAgent?.status).toBe('success');
  });

  test('what the page says is not filed as if the user had said it', async () => {
    const turn = await fleet.say(`Please sum up ${siteUrl}/page`, { patient_id: 'page-reader' });
    expect(turn.facts).toEqual([]);
  });

  test('a link has priority over everything else in the message', async () => {
    const turn = await fleet.say(`Show me all my medications ${siteUrl}/page`);
    await expectRoute(turn, 'url', 'TriageAgent');
  });

  test.each([
    ['a page that is not there', () => `${siteUrl}/gone`],
    ['a server that nobody runs', () => 'http://127.0.0.1:8080/'],
    ['an address inside our network', () => 'http://169.254.169.254/latest/meta-data'],
    ['a name that does not exist', () => 'https://no-such-host.invalid/page'],
  ])('%s gives the fallback text', async (_what, url) => {
    const turn = await fleet.say(`What is on ${url()} ?`);
    expect(turn).toMatchObject({ status: 'degraded', route: 'url', error: { agent: 'UrlHandlerAgent' } });
    expect(turn.agents).toMatchObject({ TriageAgent: { status: 'success' }, UrlHandlerAgent: { status: 'error' } });
    expect(turn.reply?.startsWith(UNABLE)).toBe(true);
  });

  test('a video that nobody can watch here says that it needs a model', async () => {
    const turn = await fleet.say('What does https://youtu.be/dQw4w9WgXcQ say about salt?');
    expect(turn).toMatchObject({ status: 'degraded', agents: { UrlHandlerAgent: { status: 'error' } } });
    expect(turn.reply).toContain('needs a model');
  });
});

test.each(["What's the capital of France?", 'My laptop has a virus'])(
  'rule 1: %s is turned away with the fixed text',
  async (text) => {
    const turn = await fleet.say(text);
    await expectRoute(turn, 'non_health', 'TriageAgent');
    expect(turn.reply).toBe(NOT_HEALTH);
  },
);

test.each([
  ['Show me all my conditions', 'Conditions section', 'conditions'],
  ['List all my medications', 'Medications section', 'medications'],
  ['Show all labs', 'Labs section', 'lab results'],
  ['I want to see my full list of allergies', 'Allergies section', 'allergies'],
])('rule 2: %s points to the side panel', async (text, section, data) => {
  const turn = await fleet.say(text);
  await expectRoute(turn, 'ui_redirect', 'TriageAgent');
  expect(turn.reply).toBe(`Please use the ${section} in the side panel to view your complete ${data}.`);
});

test.each([
  ['send this to my doctor', SHARE],
  ['Export my lab results as a PDF', SHARE],
  ['change my medication', EDIT],
  ['Please delete my last blood pressure reading', EDIT],
])('rule 3: %s happens in the side panel', async (text, reply) => {
  const turn = await fleet.say(text);
  await expectRoute(turn, 'share_or_modify', 'TriageAgent');
  expect(turn.reply).toBe(reply);
});

describe('rule 4: a consultant', () => {
  test.each([
    'Is my blood pressure getting better?',
    'Send my results to my doctor. And is my cholesterol too high?',
    'Update my weight to 82 kg, is that a healthy weight for me?',
    'My HbA1c came back at 7.2%',
  ])('4a: %s', async (text) => {
    const turn = await fleet.say(text, { patient_id: 'four-a' });
    await expectRoute(turn, 'patient_consult', 'HealthConsultantAgent');
    expect([SHARE, EDIT, NOT_HEALTH]).not.toContain(turn.reply);
    expect(turn.agents).toMatchObject({
      TriageAgent: { status: 'success' },
      HealthConsultantAgent: { status: 'success' },
    });
  });

  test.each(['What does HbA1c mean?', 'How do statins work?', 'What are the symptoms of appendicitis?'])(
    '4b: %s',
    async (text) => {
      const turn = await fleet.say(text);
      await expectRoute(turn, 'general_consult', 'HealthConsultantLiteAgent');
      expect(turn.agents).toHaveProperty('HealthConsultantLiteAgent');
      expect(turn.agents).not.toHaveProperty('HealthConsultantAgent');
    },
  );

  test('what an earlier turn filed is known to the consultant of a later session', async () => {
    await fleet.say('My systolic blood pressure was 151 mmHg on 3 May 2024', { patient_id: 'looked-up' });
    const turn = await fleet.say('What was my last blood pressure?', { patient_id: 'looked-up' });
    await expectRoute(turn, 'patient_consult', 'HealthConsultantAgent');
    expect(turn.reply).toContain('151');
    const kinds = (await fleet.events(turn.turn_id)).filter(({ kind }) => kind === 'tool').map(({ data }) => data.name);
    expect(kinds).toContain('get_patient_record');
  });
});

describe('a follow-up without a medical word', () => {
  test.each([
    [
      "I've had a headache for three days, what could it be?",
      'and at night?',
      'patient_consult',
      'HealthConsultantAgent',
    ],
    ['What is asthma?', 'is it contagious?', 'general_consult', 'HealthConsultantLiteAgent'],
  ] as const)('%s ... %s stays where the conversation is', async (first, second, route, agent) => {
    const session = { session_id: `follow-${route}`, patient_id: 'follower' };
    await expectRoute(await fleet.say(first, session), route, agent);
    await expectRoute(await fleet.say(second, session), route, agent);
  });

  test('in a new session it is refused', async () => {
    const turn = await fleet.say('and at night?', { session_id: 'nothing-before', patient_id: 'follower' });
    await expectRoute(turn, 'non_health', 'TriageAgent');
  });
});

describe('a red flag', () => {
  const TEXT = 'I have crushing chest pain and my left arm feels numb';

  test('the reply and the first text on the stream begin with the emergency advice', async () => {
    const [flag] = redFlags(TEXT);
    const turn = await fleet.say(TEXT, { patient_id: 'urgent' });
    await expectRoute(turn, 'patient_consult', 'HealthConsultantAgent');
    expect(turn.red_flags).toContainEqual({ family: flag?.family, advice: flag?.advice });
    expect(turn.reply?.startsWith(String(flag?.advice))).toBe(true);
    const delta = (await fleet.events(turn.turn_id)).find(({ kind }) => kind === 'delta');
    expect(String(delta?.data.text).startsWith(String(flag?.advice))).toBe(true);
  });

  test('beside a link, the advice still comes first', async () => {
    const turn = await fleet.say(`${TEXT}, is ${siteUrl}/page about that?`, { patient_id: 'urgent' });
    await expectRoute(turn, 'url', 'TriageAgent');
    expect(turn.red_flags.length).toBeGreaterThan(0);
    expect(turn.reply?.startsWith(String(turn.red_flags[0]?.advice))).toBe(true);
  });

  test('a message without a red flag has none', async () => {
    const turn = await fleet.say('What does HbA1c mean?', { patient_id: 'calm' });
    expect(turn.red_flags).toEqual([]);
  });
});
