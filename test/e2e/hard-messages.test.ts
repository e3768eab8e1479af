/** Hard messages through a whole fleet without a model: what is filed, exactly, and what the person is told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { HARD_MESSAGES, type HardMessage } from './hard-messages-cases.ts';
import { type Done, hardMessagesPage } from './hard-messages-table.ts';

const PAGE = join(import.meta.dirname, '../../docs/hard-messages.md');

let fleet: Fleet;
const done: Done[] = [];
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(async () => {
  await fleet.close();
  if (process.env.DOCS !== 'write') return;
  const on = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());
  writeFileSync(PAGE, hardMessagesPage(done, on));
});

const numbered = HARD_MESSAGES.map((message, index) => ({ ...message, patient: `hard-${index + 1}` }));

/** Sends all messages in one session and returns the last turn. */
async function tell({ before = [], text, timezone, patient }: HardMessage & { patient: string }) {
  const fields = {
    patient_id: patient,
    session_id: patient,
    ...(timezone && { user_location: { timezone } }),
  };
  for (const earlier of before) await fleet.say(earlier, fields);
  return fleet.say(text, fields);
}

describe.each(numbered)('$hard', (message) => {
  test('is filed as it was said, and answered', async () => {
    const turn = await tell(message);
    const { body: record } = await fleet.call('GET', `/v1/patients/${message.patient}/record`);
    const family = familyIn(record);
    done.push({ message, turn, family: family.map(({ relation, name }) => `family: ${name} (${relation})`) });

    expect(turn).toMatchObject({ status: 'completed', route: message.route ?? 'patient_consult', error: null });
    expect(turn.red_flags.map((flag) => flag.family)).toEqual(message.flags ?? []);
    expect(turn.facts.map(({ name }) => name).sort()).toEqual(message.filed.map(({ name }) => name).sort());
    for (const fact of message.filed) expect(turn.facts).toContainEqual(expect.objectContaining(fact));
    for (const { evidence } of turn.facts) expect(message.text.slice(evidence.start, evidence.end)).toBe(evidence.text);
    for (const fact of message.family ?? []) expect(family).toContainEqual(expect.objectContaining(fact));
    for (const words of message.says) expect(turn.reply).toMatch(words);
    for (const words of message.neverSays ?? []) expect(turn.reply).not.toMatch(words);
  });
});

test('the hours are those of the person: 11pm and 9:30 in Auckland', () => {
  const facts = turnOf('relative dates in a far time zone').facts;
  const clock = (name: string) => {
    const times = facts
      .filter((fact) => fact.name === name)
      .map((fact) => new Date(('effective_time' in fact && fact.effective_time) || ''));
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Auckland',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    });
    return times.map((time) => format.format(time));
  };
  expect(clock('Oxygen saturation')[0]).toMatch(/23:00$/);
  expect(clock('Appointment with Dr. Chen')).toEqual([expect.stringMatching(/^Friday.* 09:30$/)]);
});

test('a value that was corrected is not in the record any more', async () => {
  const index = HARD_MESSAGES.findIndex(({ hard }) => hard === 'a correction in the next message');
  const { body } = await fleet.call('GET', `/v1/patients/hard-${index + 1}/record`);
  expect(JSON.stringify(body)).toContain('130');
  expect(JSON.stringify(body)).not.toContain('"value":150');
});

function turnOf(hard: string): Done['turn'] {
  return (done.find(({ message }) => message.hard === hard) as Done).turn;
}

function familyIn(record: Record<string, unknown>): { relation: string; name: string }[] {
  const { family_history: family } = record;
  return Array.isArray(family) ? family : [];
}
