/** The whole record over HTTP: every section, where each entry comes from, and the sections as CSV. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FullRecord, patientKey } from '../../../src/record/index.ts';
import { by, ofFamily, told, turn } from '../../record/told.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const read = async (id: string) => FullRecord.parse((await fleet.call('GET', `/v1/patients/${id}/record`)).body);
const csv = async (id: string, section: string) => {
  const response = await fetch(`${fleet.url}/v1/patients/${id}/record.csv?section=${section}`);
  return { response, text: await response.text() };
};
const file = (
  id: string,
  ...rest: Parameters<typeof fleet.base.record.file> extends [string, ...infer R] ? R : never
) => fleet.base.record.file(patientKey('local', id), ...rest);

test('what was told in conversation is there in full, and each entry leads to the turns that told it', async () => {
  const first = await fleet.say('I have asthma. I saw Dr. Smith at Mercy Hospital yesterday.', {
    patient_id: 'ada',
    session_id: 'one',
  });
  const again = await fleet.say('My asthma is mild. My mother had breast cancer at 52.', {
    patient_id: 'ada',
    session_id: 'two',
  });
  const record = await read('ada');
  const [asthma] = record.conditions;
  expect(asthma).toMatchObject({
    name: 'Asthma',
    filed_at: again.created_at,
    sources: [
      { turn_id: again.turn_id, session_id: 'two', filed_at: again.created_at },
      { turn_id: first.turn_id, session_id: 'one', filed_at: first.created_at },
    ],
    sources_count: 2,
  });
  expect(record.practitioners.map(({ name }) => name)).toEqual([expect.stringContaining('Smith')]);
  expect(record.organizations).toMatchObject([{ name: 'Mercy Hospital', sources_count: 1 }]);
  expect(record.encounters).toMatchObject([
    { practitioners: [expect.stringContaining('Smith')], organizations: ['Mercy Hospital'] },
  ]);
  expect(record.family_history).toMatchObject([
    { relation: 'mother', name: 'Breast cancer', age_at_onset: 52, sources: [{ turn_id: again.turn_id }] },
  ]);
  expect(record.counts).toMatchObject({ conditions: 1, practitioners: 1, family_history: 1, medications: 0 });
});

test('an entry that was told many times names the last turns and counts all', async () => {
  for (const day of ['01', '02', '03', '04', '05'])
    await file(
      'bea',
      [told('condition', 'Gout')],
      turn({ session_id: `s-${day}`, filed_at: `2025-03-${day}T09:00:00.000Z` }),
    );
  const { conditions } = await read('bea');
  expect(conditions[0]?.sources.map(({ session_id }) => session_id)).toEqual(['s-05', 's-04', 's-03']);
  expect(conditions[0]?.sources_count).toBe(5);
});

test('a correction by hand is a source of its own, and of nobody unknown there is an empty record', async () => {
  const { facts } = await fleet.say('My weight is 80 kg', { patient_id: 'carl' });
  await fleet.call('PATCH', `/v1/patients/carl/facts/${facts[0]?.id}`, { value: 81, reason: 'typing error' });
  expect((await read('carl')).observations).toMatchObject([
    { value: 81, sources: [{ session_id: 'record-api' }, {}], sources_count: 2 },
  ]);
  expect(Object.values((await read('nobody')).counts).every((count) => count === 0)).toBe(true);
});

test('more measurements than the side panel of agents shows are all there, newest first', async () => {
  const readings = Array.from({ length: 300 }, (_, day) => {
    const effective_time = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
    return told('observation', 'Weight', { value: day, effective_time });
  });
  await file('dora', readings, turn());
  const { observations } = await read('dora');
  expect(observations.map(({ value }) => value)).toEqual(Array.from({ length: 300 }, (_, at) => 299 - at));
});

test('a section opens in a spreadsheet: a header, one line for each entry, and nothing that is run as a formula', async () => {
  const facts = [
    told('condition', '=HYPERLINK("http://evil.example";"click")'),
    told('condition', '@SUM(1+1)*cmd|’ /C calc’!A0', { severity: '-2+3' }),
    told('condition', 'Pain, "sharp"\nat night', { severity: 'mild', effective_time: '2025-02-01' }),
  ];
  await file('emil', facts, turn({ turn_id: 'turn-1', session_id: 'morning' }));
  const { response, text } = await csv('emil', 'conditions');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="emil-conditions.csv"');
  const [header, ...lines] = text.split('\r\n');
  expect(header).toMatch(/^name,severity,body_site,duration,status,effective_time,.*,turn_id,session_id,id$/);
  expect(lines.join('\n')).toContain('"Pain, ""sharp""\nat night",mild,,,,2025-02-01,');
  expect(lines.join('\n')).toContain(`"'=HYPERLINK(""http://evil.example"";""click"")",`);
  expect(lines.join('\n')).toContain(`'@SUM(1+1)*cmd|’ /C calc’!A0,'-2+3,`);
  expect(lines.join('\n')).toContain('turn-1,morning,');
  expect(text.endsWith('\r\n')).toBe(true);
});

test('a negative number stays a number, and every section has its lines', async () => {
  const more = { value: -2.5, unit: 'mmol/L', canonical: { value: -2.5, unit: 'mmol/L' } };
  const family = [ofFamily('mother', 'Gout', { age_at_onset: 40 })];
  await file('flo', [told('observation', 'Base excess', more), told('document', 'Letter')], by(), family);
  expect((await csv('flo', 'observations')).text).toContain('\r\nBase excess,-2.5,mmol/L,-2.5,mmol/L,');
  expect((await csv('flo', 'family_history')).text).toMatch(/^relation,name,age_at_onset,.*\r\nmother,Gout,40,/);
  expect((await csv('flo', 'documents')).text.split('\r\n')).toHaveLength(3);
  expect((await csv('flo', 'allergies')).text.split('\r\n')).toHaveLength(2);
  const wrong = expectProblem(await fleet.call('GET', '/v1/patients/flo/record.csv?section=profile'), 422, 'invalid');
  expect(wrong.errors).toMatchObject([{ path: 'section' }]);
});
