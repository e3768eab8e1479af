/** Correcting the record by conversation: the fact that is meant is changed, the reply says so, and nothing else changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';

type Entry = { name: string; value?: number | string; unit?: string };
type Panel = Record<'conditions' | 'allergies' | 'medications' | 'observations', Entry[]> & {
  patient: { age?: number; sex?: string };
  family_history: { relation: string; name: string; age_at_onset?: number }[];
};
type Turn = { reply: string; route: string; facts: { kind: string }[]; corrections: { outcome: string }[] };

let fleet: Fleet;
let patients = 0;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

/** Says all of it in one session, and returns the last turn and the record. */
async function conversation(...messages: string[]): Promise<{ turn: Turn; panel: Panel }> {
  patients += 1;
  const patient_id = `corrects-${patients}`;
  let turn: unknown;
  for (const text of messages) turn = await fleet.say(text, { patient_id, session_id: `s-${patients}` });
  const panel = (await fleet.call('GET', `/v1/patients/${patient_id}/record`)).body as unknown as Panel;
  return { turn: turn as Turn, panel };
}

const values = (entries: Entry[]) => entries.map(({ name, value }) => `${name} ${value ?? ''}`.trim()).sort();

describe('a fact that never was is taken out', () => {
  test.each([
    ['conditions', 'I have asthma and gout', "I don't have asthma, that was a mistake", ['Gout']],
    [
      'medications',
      'I take metformin and ramipril',
      'pls remove the metformin from my record, never took it',
      ['Ramipril'],
    ],
    ['allergies', 'I am allergic to latex', 'Please delete my latex allergy, I never had it', []],
    ['observations', 'Sugar 13.1 after lunch', "Forget what I said about the sugar, that was my sister's meter.", []],
    ['observations', 'My sodium is 131 mmol/L', 'Please ignore the sodium, they drew it again.', []],
    ['medications', 'I take furosemide 40 mg and zinc', 'Scrap the furosemide, I read out the wrong box', ['Zinc']],
    ['conditions', 'I have psoriasis', 'The psoriasis in my record is an error. I never had it.', []],
  ] as const)('%s: %s / %s', async (section, first, second, left) => {
    const { turn, panel } = await conversation(first, second);
    expect(values(panel[section])).toEqual(left);
    expect(turn.corrections.map(({ outcome }) => outcome)).toEqual(['withdrawn']);
    expect(turn.reply).toMatch(/removed from your record/i);
    expect(turn.reply).not.toMatch(/side panel|on record|record (?:holds|lists)/i);
    expect(turn.route).toBe('patient_consult');
  });
});

test.each(['Can I just ignore the gout while it is quiet?', 'Forget the gout for a minute, what is a good weight?'])(
  'what is only put aside stays: %s',
  async (text) => {
    const { panel } = await conversation('I have gout', text);
    expect(values(panel.conditions)).toEqual(['Gout']);
  },
);

test('only what is denied is taken out; what is told beside it is filed', async () => {
  const { turn, panel } = await conversation(
    'I have hay fever',
    'can you add to my file that tramadol makes me vomit and take out the bit about hay fever, never had it',
  );
  expect(values(panel.conditions)).toEqual([]);
  expect(values(panel.allergies)).toEqual(['Tramadol']);
  expect(turn.reply).toMatch(/removed from your record: allergic rhinitis/i);
  expect(turn.reply).not.toMatch(/nothing was changed/i);
});

test('what was never taken and is not on record is not spoken of', async () => {
  const { turn, panel } = await conversation('Gout is confirmed. I never took allopurinol in the end.');
  expect(values(panel.conditions)).toEqual(['Gout']);
  expect(turn.corrections.every(({ outcome }) => outcome !== 'withdrawn')).toBe(true);
  expect(turn.reply).not.toMatch(/nothing was changed/i);
});

describe('a value that was wrong is changed where it stands', () => {
  test.each([
    ['observations', ['My weight is 91 kg'], 'my weight was wrong, it is 81', ['Weight 81']],
    [
      'observations',
      ['My LDL was 155 on Wednesday', 'HDL 50'],
      'the Wednesday value was 145, not 155',
      ['HDL cholesterol 50', 'LDL cholesterol 145'],
    ],
    ['medications', ['I take metformin 500 mg twice a day'], "Actually it's 850 mg", ['Metformin 850']],
  ] as const)('%s: %s / %s', async (section, before, last, left) => {
    const { turn, panel } = await conversation(...before, last);
    expect(values(panel[section])).toEqual(left);
    expect(turn.corrections.map(({ outcome }) => outcome)).toEqual(['changed']);
    expect(turn.reply).toMatch(/corrected in your record/i);
  });
});

test('where two facts could be meant, nothing is changed and the reply asks which', async () => {
  const { turn, panel } = await conversation('I take metformin 500 mg and lisinopril 10 mg', "Actually it's 850 mg");
  expect(values(panel.medications)).toEqual(['Lisinopril 10', 'Metformin 500']);
  expect(turn.corrections.map(({ outcome }) => outcome)).toEqual(['ambiguous']);
  expect(turn.reply).toMatch(/which one do you mean/i);
});

test('a new reading is no correction', async () => {
  const { turn, panel } = await conversation('My weight is 91 kg', 'My weight is 90 kg today');
  expect(values(panel.observations)).toEqual(['Weight 90', 'Weight 91']);
  expect(turn.corrections).toEqual([]);
});

test('family history, age and sex are shown in the turn and in the record', async () => {
  const { turn, panel } = await conversation('I am a 54-year-old woman. My mother had breast cancer at 45.');
  expect(turn.facts.map(({ kind }) => kind).sort()).toEqual(['family_history', 'profile', 'profile']);
  expect(panel.family_history).toMatchObject([{ relation: 'mother', name: 'Breast cancer', age_at_onset: 45 }]);
  expect(panel.patient.sex).toBe('female');
  expect(panel.patient.age).toBeGreaterThanOrEqual(53);
});
