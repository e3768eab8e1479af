/** What the record holds is brought to bear on what is asked or told: check-ups, a visit, an operation, what a medicine brings. */
import { describe, expect, it } from 'vitest';
import { checkUpsFor } from '../../../../src/clinical/index.ts';
import { consult, NOTHING } from './support.ts';

type Entry = Record<string, unknown>;
const medicine = (name: string) => ({ name, status: 'active' });
const condition = (name: string) => ({ name, status: 'active' });
function recordOf(
  parts: { medications?: Entry[]; conditions?: Entry[]; observations?: Entry[]; procedures?: Entry[] },
  patient: Entry = {},
) {
  return { ...NOTHING, ...parts, patient };
}

const LITHIUM = recordOf({
  medications: [medicine('Lithium')],
  observations: [{ name: 'Lithium level', value: 0.7, unit: 'mmol/L', effective_time: '2025-08' }],
});

describe('a visit to come', () => {
  it.each([
    'seeing my gp on the 14th about something else, anything i should squeeze in?',
    'Review with the nurse on Thursday. What do I bring up?',
    'I have an appointment tomorrow, is there anything worth mentioning?',
  ])('%s', async (text) => {
    const said = await consult(text, { record: LITHIUM });
    expect(said).toMatch(
      /^Worth raising:\n- With lithium, usually every 6 months: lithium level \(last on record August 2025\)/,
    );
    expect(said).toMatch(/TSH.*\(none on record\)/);
  });

  it('is no reason to list checks where something else is asked', async () =>
    expect(await consult('I have an appointment tomorrow. What is gout?', { record: LITHIUM })).not.toMatch(
      /Worth raising/,
    ));
});

describe('checks that are due', () => {
  const record = recordOf(
    { procedures: [{ name: 'Mammogram', effective_time: '2021', status: 'past' }] },
    { age: 52, sex: 'female' },
  );

  it.each(['which checks am i behind on', 'What tests are overdue?', 'Am I up to date with my screening?'])(
    '%s',
    async (text) => {
      const said = await consult(text, { record });
      expect(said).toMatch(/mammogram \(last on record 2021\)/);
      expect(said).toMatch(/fecal immunochemical test \(none on record\)/);
    },
  );

  it('depend on age and sex', () => {
    const of = (age: number, sex: string) =>
      checkUpsFor({ medicines: [], conditions: [], age, sex }).map(({ check }) => check);
    expect(of(52, 'female')).toContain('Mammogram');
    expect(of(52, 'male')).not.toContain('Mammogram');
    expect(of(30, 'female')).not.toContain('Mammogram');
  });

  it('of an unknown age are those of medicines and conditions', () => {
    const checks = checkUpsFor({ medicines: ['Lithium'], conditions: ['Type 1 diabetes'] });
    expect(checks.map(({ reason }) => reason)).not.toContain('');
    expect(checks.map(({ check }) => check)).toEqual(expect.arrayContaining(['Lithium level', 'Eye exam']));
  });

  it('are asked for once, with the shortest interval', () => {
    const twice = checkUpsFor({ medicines: ['Methimazole'], conditions: ['Hyperthyroidism'] });
    expect(twice.filter(({ check }) => check === 'TSH')).toMatchObject([{ months: 3 }]);
  });
});

describe('an operation to come', () => {
  const record = recordOf({ medications: [medicine('Dapagliflozin'), medicine('Aspirin')] });

  it.each([
    ['My hip replacement is on Tuesday. What do I do about my tablets?', []],
    [
      'nobody rang me about the meds. what normally happens w those two',
      ['gallbladder coming out on Tuesday, full anaesthetic'],
    ],
    ['Do I carry on with all of them until the operation?', []],
  ])('%s', async (text, before) => {
    const said = await consult(text, { record, before });
    expect(said).toMatch(/- Dapagliflozin: It is mostly stopped/);
    expect(said).toMatch(/- Aspirin: /);
  });

  it('that is over is none', async () =>
    expect(await consult('I had my operation two weeks ago. Are my tablets fine together?', { record })).not.toMatch(
      /mostly stopped/,
    ));
});

describe('what a medicine of the record brings', () => {
  it('its effect under the name of a part of the body', async () => {
    const record = recordOf({ medications: [medicine('Atorvastatin')] });
    expect(await consult('Both thighs have been aching for two weeks.', { record })).toMatch(
      /is a known side effect of Atorvastatin/,
    );
  });

  it('a sign of what it can cause', async () => {
    const record = recordOf({ medications: [medicine('Gliclazide')] });
    const said = await consult('I have been sweating a lot before lunch this week.', { record });
    expect(said).toMatch(/Sweating can be a sign of low blood sugar, which Gliclazide can bring/);
    expect(said).toMatch(/15 to 20 g of fast sugar/);
  });

  it('water, with a heart that fails', async () => {
    const record = recordOf({
      conditions: [condition('Heart failure')],
      observations: [{ name: 'Weight', value: 71, unit: 'kg', effective_time: '2026-11-11' }],
    });
    expect(await consult('My weight is 73.4 kg today.', { record })).toMatch(
      /ring your heart failure team or doctor today/,
    );
    expect(await consult('My weight is 72 kg today.', { record })).not.toMatch(/heart failure team/);
    expect(await consult('My weight is 73.4 kg today.', { record: recordOf({}) })).not.toMatch(/heart failure team/);
  });
});

describe('a medicine is to be left off', () => {
  it.each([
    'thinking i just dont take it from monday',
    'I want to stop it next week.',
    "I've decided to come off the tablets",
  ])('%s', async (text) => {
    const record = recordOf({ medications: [medicine('Mirtazapine')] });
    const said = await consult(text, { record, before: ['I take mirtazapine 30 mg'] });
    expect(said).toMatch(/^Please do not stop or change mirtazapine on your own/);
  });
});

describe('the words of a conversation', () => {
  it('what rounds a question off is no subject', async () =>
    expect(await consult('whats my average then', { before: ['my blood pressure was 148/92 and 151/90'] })).not.toMatch(
      /nothing about then/,
    ));

  it('a medicine is offered to somebody else', async () =>
    expect(
      await consult('and for my daughter? shes 4, sneezing since the weekend', {
        before: ['I take cetirizine 10 mg, works great'],
      }),
    ).toMatch(/^Cetirizine for a child/));

  it('a complaint that is gone each morning is still there', async () =>
    expect(await consult('Both ankles are swollen at night, gone in the morning.')).toMatch(/Noted: ankle swelling/));

  it('a known condition is told again with more', async () => {
    const record = recordOf({ conditions: [condition('Migraine')] });
    expect(await consult('my migraines come with zigzag lights first', { record })).not.toMatch(/not in your record/);
  });

  it('a list for the ambulance is the summary of the record', async () => {
    const record = recordOf({ medications: [medicine('Metformin')] });
    expect(await consult('ambulance transport wants a list of what im on, can u write it', { record })).toMatch(
      /^Summary of the record.*- Medicines: Metformin/s,
    );
  });

  it('a relative who speaks of the writer is not whom it is about', async () => {
    const said = await consult('My eGFR from Monday is 55. My daughter says I have kidney failure now. Is she right?');
    expect(said).not.toMatch(/your daughter|Noted: .*kidney failure/);
    expect(said).toMatch(/eGFR 55/);
  });

  it('the couple that plans a child is the writer too', async () => {
    const record = recordOf({ medications: [medicine('Valproate')] });
    expect(
      await consult('Husband and I decided to try for baby after new year. What should I take?', { record }),
    ).toMatch(/400 micrograms of folic acid/);
  });

  it('an effect that another medicine makes stronger does not wait', async () => {
    const record = recordOf({ medications: [medicine('Atorvastatin'), medicine('Clarithromycin')] });
    expect(await consult('My thighs are really sore since yesterday.', { record })).toMatch(
      /side effect of Atorvastatin .* together with Clarithromycin: .* today, before the next dose/,
    );
  });

  it.each(['pharmacist on phone wants to know what im on, quick', 'could you write me a half page to bring'])(
    'a summary without its name: %s',
    async (text) => {
      const record = recordOf({ medications: [medicine('Metformin')] });
      expect(await consult(text, { record })).toMatch(/^Summary of the record.*- Medicines: Metformin/s);
    },
  );

  it('which vaccines may be given depends on what is taken', async () => {
    const record = recordOf({ medications: [medicine('Adalimumab')] });
    expect(await consult('We go to Ghana in February. What jabs do I need to get?', { record })).toMatch(
      /^Live vaccines/,
    );
  });
});
