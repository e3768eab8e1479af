/** Days that follow from what was said are counted, and each of several questions is answered or named as open. */
import { describe, expect, it } from 'vitest';
import { ask, called, model, NOTHING, request, responded, user } from './support.ts';

/** Said on Sunday 15 November 2026. */
async function consult(text: string, before: string[] = [], record: unknown = NOTHING): Promise<string> {
  const messages = [
    ...before.flatMap((said) => [user(said), model('…')]),
    user(text),
    called('x'),
    responded('get_patient_record', record),
  ];
  return (await ask(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] }))).text;
}

describe('days that were not said but follow', () => {
  it.each([
    ['When do I finish?', 'Started a 10-day course of clarithromycin on 10 November', 'Thursday 19 November 2026'],
    [
      'Which day did I start?',
      'I finished a seven-day course of amoxicillin on 13 November',
      'Saturday 7 November 2026',
    ],
    [
      'What date do the stitches come out?',
      'Had a cyst removed on 3 November, stitches out after 12 days',
      'Sunday 15 November 2026',
    ],
    ['Which date is the scan?', 'Fell on 2 November, scan in six weeks', 'Monday 14 December 2026'],
  ])('%s', async (question, told, day) => {
    expect(await consult(question, [told])).toContain(day);
  });

  it('counts a complaint from the end of a course', async () => {
    const reply = await consult(
      'I finished the amoxicillin last Friday, it was a seven-day course. The rash came the day after I finished. ' +
        'Which day did I start and which day did the rash start?',
    );
    expect(reply.indexOf('7 November 2026')).toBeGreaterThan(-1);
    expect(reply.indexOf('14 November 2026')).toBeGreaterThan(reply.indexOf('7 November 2026'));
  });

  it('counts nothing where no day was said', async () => {
    expect(await consult('Which date do the stitches come out?', ['Stitches out after 12 days'])).not.toMatch(/\d{4}/);
  });
});

describe('several questions at once', () => {
  it('answers each in its order, and names what it cannot answer', async () => {
    const record = { ...NOTHING, medications: [{ name: 'Doxycycline', value: 100, unit: 'mg', status: 'active' }] };
    const reply = await consult(
      'Three things: is a glass of wine ok with the antibiotic, is sun a problem, and which colour is my ward?',
      ['Doctor gave me doxycycline 100 mg twice a day'],
      record,
    );
    expect(reply).toMatch(/drink/);
    expect(reply.search(/skin|sunscreen/)).toBeGreaterThan(reply.search(/drink/));
    expect(reply).toMatch(/“which colour is my ward\?” I have no answer; a doctor or pharmacist can say/);
  });
});
