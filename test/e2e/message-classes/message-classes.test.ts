/**
 * Kinds of messages through a whole fleet without a model. Each class is one way in which the fleet once failed, told in several words: a
 * fix that fits one sentence only does not pass. What is known to fail still is marked with the reason, and the test notices a fix.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { sampled } from '../../support/sampled.ts';
import { ALARMS } from './alarms.cases.ts';
import { ANSWERS } from './answers.cases.ts';
import { DOCUMENTS } from './document.cases.ts';
import type { Expected, Message, MessageClass } from './message-class.ts';
import { NO_ALARMS } from './no-alarms.cases.ts';
import { RECORDED } from './record.cases.ts';
import { RESEARCHED } from './research.cases.ts';
import { ROUTED } from './routes.cases.ts';

const CLASSES: readonly MessageClass[] = [
  ...ALARMS,
  ...NO_ALARMS,
  ...ROUTED,
  ...ANSWERS,
  ...RECORDED,
  ...DOCUMENTS,
  ...RESEARCHED,
];

let fleet: Fleet;
let people = 0;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

describe.each(CLASSES)('$shows', ({ each = {}, messages }) => {
  // The gate says one message of each class.
  const said = sampled(messages);
  const expected = said.map((message) => ({ ...each, ...message, neverSays: bothOf(each, message) }));
  for (const message of expected) {
    const check = message.gap ? test.fails : test;
    check(message.text, async () => {
      const { turn, record } = await tell(message);
      expect(turn.status, turn.error?.code).toBe(message.status ?? 'completed');
      if (message.route) expect(turn.route).toBe(message.route);
      expectFlags(turn, message);
      expectFacts(turn, message);
      expectReply(turn.reply ?? '', message);
      expectRecord(record, message);
    });
  }
});

function bothOf(each: Expected, message: Message): RegExp[] {
  return [...(each.neverSays ?? []), ...(message.neverSays ?? [])];
}

/** Says it as a new person, after what the person said before. */
async function tell({ before = [], text, team, record, neverRecord }: Message) {
  people += 1;
  const fields = { patient_id: `person-${people}`, session_id: `person-${people}`, ...(team && { team }) };
  for (const earlier of before) await fleet.say(earlier, fields);
  const turn = await fleet.say(text, fields);
  if (!record && !neverRecord) return { turn, record: '' };
  const { body } = await fleet.call('GET', `/v1/patients/${fields.patient_id}/record`);
  return { turn, record: JSON.stringify(body) };
}

function expectFlags(turn: TurnView, { raises, neverRaises = [] }: Expected): void {
  const families = turn.red_flags.map(({ family }) => family);
  const named = (wanted: readonly string[]) =>
    families.filter((family) => wanted.includes('any') || wanted.includes(family));
  if (raises) expect(named(raises), `raised: ${families}`).not.toEqual([]);
  expect(named(neverRaises)).toEqual([]);
}

function expectFacts(
  turn: TurnView,
  { files = [], neverFiles = [], dated = [], corrections, warns = [] }: Expected,
): void {
  for (const { name, ...fact } of files) {
    const wanted = typeof name === 'string' ? name : expect.stringMatching(name);
    expect(turn.facts).toContainEqual(expect.objectContaining({ ...fact, name: wanted }));
  }
  for (const name of neverFiles) expect(turn.facts.filter((fact) => name.test(fact.name))).toEqual([]);
  for (const [name, time] of dated)
    expect(turn.facts).toContainEqual(expect.objectContaining({ name, effective_time: expect.stringMatching(time) }));
  if (corrections) expect(turn.corrections).toMatchObject(corrections);
  for (const medicine of warns)
    expect(turn.medicine_warnings).toContainEqual(
      expect.objectContaining({ medicine: expect.stringMatching(medicine) }),
    );
}

function expectReply(reply: string, { says = [], neverSays = [], once }: Expected): void {
  for (const words of says) expect(reply).toMatch(words);
  for (const words of neverSays) expect(reply).not.toMatch(words);
  if (once) expect(reply.match(once) ?? []).toHaveLength(1);
}

/** What holds now: earlier states of an entry are its history. */
function expectRecord(stored: string, { record = [], neverRecord = [] }: Expected): void {
  const json = stored && JSON.stringify(JSON.parse(stored), (key, value) => (key === 'history' ? undefined : value));
  for (const words of record) expect(json).toMatch(words);
  for (const words of neverRecord) expect(json).not.toMatch(words);
}
