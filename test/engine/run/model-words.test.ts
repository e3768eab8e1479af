/** A model's words reach the user only as far as they are allowed: closed agents, alarms, and things that nobody has done. */
import { expect, onTestFinished, test } from 'vitest';
import { besideAlarm } from '../../../src/clinical/index.ts';
import { startFleet } from '../../support/fleet.ts';
import { type AgentScript, startScriptedHealth } from '../../support/scripted-health.ts';

async function healthFleet(scripts: Record<string, AgentScript>) {
  const model = await startScriptedHealth(scripts);
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  return fleet;
}

const NOT_HEALTH =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';

test('triage says one of its texts, or its rule decides', async () => {
  const says: Record<string, string> = {
    'What is the capital of France?': NOT_HEALTH,
    'Show me all my medications':
      'Please use the Medications section in the side panel to view your complete medications.',
    'Export my lab results as a PDF': 'Your lab results are exported.',
    'What is metformin for?': 'Metformin is a type of statin medication.',
    'Write me a poem about the sea': `${NOT_HEALTH} But here it is: The sea is wide.`,
  };
  const fleet = await healthFleet({ TriageAgent: ({ lastUserText }) => ({ text: says[lastUserText] ?? 'What?' }) });
  const told: Record<string, unknown> = {};
  for (const text of Object.keys(says)) {
    const { reply, route, agents, status, error } = await fleet.say(text, {
      session_id: `s-${Object.keys(told).length}`,
    });
    told[text] = [
      route,
      status,
      error?.code ?? null,
      agents.HealthConsultantLiteAgent !== undefined,
      reply?.slice(0, 40),
    ];
  }
  expect(told).toEqual({
    'What is the capital of France?': ['non_health', 'completed', null, false, NOT_HEALTH.slice(0, 40)],
    'Show me all my medications': ['ui_redirect', 'completed', null, false, 'Please use the Medications section in th'],
    'Export my lab results as a PDF': [
      'share_or_modify',
      'degraded',
      'stood_in',
      false,
      'To share your health information, please',
    ],
    'What is metformin for?': ['general_consult', 'degraded', 'stood_in', true, 'All is well.'],
    'Write me a poem about the sea': ['non_health', 'degraded', 'stood_in', false, NOT_HEALTH.slice(0, 40)],
  });
});

test('beside an alarm a model gives no number, no dose, no first aid and no comfort', async () => {
  const fleet = await healthFleet({
    HealthConsultantAgent: () => ({
      text: ['116 123 in the EU, 123 in the US, 123 in the UK. ', 'You deserve support.'],
    }),
  });
  const turn = await fleet.say('I do not want to live any more', { user_location: { locale: 'en-US' } });
  expect(turn.alarm).toMatch(/988/);
  expect(turn.reply).toBe(`${turn.alarm}\n\nYou deserve support.`);
  const events = await fleet.events(turn.turn_id);
  expect(events.map(({ data }) => String(data.text ?? '')).join('')).not.toMatch(/123/);
});

test.each([
  ['Call 911 now.', ''],
  ['Call nine one one now.', ''],
  ['Chew an aspirin. I am here.', 'I am here.'],
  ['Take two tablets.\nTell them your name.', 'Tell them your name.'],
  ['It is probably nothing serious. Somebody should be with you.', 'Somebody should be with you.'],
])('besideAlarm(%j)', (text, left) => {
  expect(besideAlarm(text)).toBe(left);
});

test('nobody is told that something was done which no tool has done', async () => {
  const fleet = await healthFleet({
    HealthConsultantAgent: () => ({
      text: [
        'I have deleted the entry for asthma. ',
        'Your dose was changed in May. ',
        'Your reminder has been set. I’ve emailed Dr. Lee.',
      ],
    }),
  });
  const turn = await fleet.say('Why do I have asthma in my list?');
  expect(turn).toMatchObject({ status: 'degraded', error: { code: 'not_done', agent: 'HealthConsultantAgent' } });
  expect(turn.reply).toBe('Your dose was changed in May.');
});

test('where nothing is left, the rule answers, and what was said is taken back', async () => {
  const fleet = await healthFleet({
    HealthConsultantAgent: () => ({ text: ['I have booked ', 'an appointment for you.'] }),
  });
  const turn = await fleet.say('When should I see a doctor about my knee?');
  expect(turn).toMatchObject({ status: 'degraded', error: { code: 'stood_in' }, agent: 'HealthConsultantAgent' });
  expect(turn.reply).not.toMatch(/booked/);
  expect(turn.reply?.length).toBeGreaterThan(20);
  const kinds = (await fleet.events(turn.turn_id))
    .map(({ kind }) => kind)
    .filter((kind) => /delta|reset|reply/.test(kind));
  expect(kinds.lastIndexOf('reset')).toBeGreaterThan(kinds.indexOf('delta'));
  expect(kinds.lastIndexOf('delta')).toBeGreaterThan(kinds.lastIndexOf('reset'));
});
