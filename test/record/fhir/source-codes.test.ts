/** The codes of a source come out again beside ours, as they were written, and ours never says more than they do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amendment, by, newPatient, told, turn } from '../told.ts';
import { exported, onTheWire, openStore, type Store } from './graph.ts';
import { bundleOf, type Json, take, through } from './take.ts';

type Concept = { coding?: Json[]; text?: string };

const SNOMED = 'http://snomed.info/sct';
const LOINC = 'http://loinc.org';
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const UCUM = 'http://unitsofmeasure.org';
const OTITIS = { system: SNOMED, code: '65363002', display: 'Otitis media (disorder)' };

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

/** The codings alone: in extensions stands what the record calls it. */
async function codings(element: string, resource: Json): Promise<Json[] | undefined> {
  const out = (await through(store, resource))[element] as Concept | Concept[];
  return (Array.isArray(out) ? out[0] : out)?.coding;
}

const condition = (code: Concept): Json => ({ resourceType: 'Condition', id: 'c', code });
const medicine = (medicationCodeableConcept: Concept): Json => ({
  resourceType: 'MedicationRequest',
  id: 'm',
  status: 'active',
  intent: 'order',
  medicationCodeableConcept,
});
const observation = (more: Json): Json => ({
  resourceType: 'Observation',
  id: 'o',
  status: 'final',
  effectiveDateTime: '2025-03-01',
  ...more,
});

describe('the codes of a source', () => {
  test('stand first as they were written, and ours beside them, marked as not chosen there', async () => {
    const icd = { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'H66.90', userSelected: false };
    expect(await codings('code', condition({ coding: [OTITIS] }))).toEqual([OTITIS, icd]);
    const chosen = { ...OTITIS, version: '20250301', userSelected: true };
    const local = { system: 'urn:oid:1.2.3.4', code: 'OM 1', display: 'Ear' };
    expect(await codings('code', condition({ coding: [chosen, local] }))).toEqual([chosen, local, icd]);
  });

  test('ours is left out where the same system says something else, and where it is there already', async () => {
    const both = { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'H66.93', display: 'Otitis media, bilateral' };
    expect(await codings('code', condition({ coding: [OTITIS, both] }))).toEqual([OTITIS, both]);
    const ours = { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'H66.90', display: 'Otitis media, unspecified' };
    expect(await codings('code', condition({ coding: [OTITIS, ours] }))).toEqual([OTITIS, ours]);
  });

  test('a product is no ingredient, whatever system codes it', async () => {
    const product = { system: RXNORM, code: '314076', display: 'lisinopril 10 MG Oral Tablet' };
    const package_ = { system: 'http://hl7.org/fhir/sid/ndc', code: '68180-513-01', display: 'Lisinopril 10mg tab' };
    expect(await through(store, medicine({ coding: [product] }))).toMatchObject({
      medicationCodeableConcept: { coding: [product], text: 'Lisinopril' },
      dosage: [{ doseAndRate: [{ doseQuantity: { value: 10, unit: 'mg' } }] }],
    });
    expect(await codings('medicationCodeableConcept', medicine({ coding: [package_] }))).toEqual([package_]);
    expect(
      await codings(
        'medicationCodeableConcept',
        medicine({ text: 'Lisinopril', coding: [{ ...package_, display: 'L' }] }),
      ),
    ).toEqual([{ ...package_, display: 'L' }]);
    const substance = { system: SNOMED, code: '386873009', display: 'Lisinopril (substance)' };
    expect(await codings('medicationCodeableConcept', medicine({ coding: [substance] }))).toEqual([
      substance,
      { system: RXNORM, code: '29046', userSelected: false },
    ]);
  });

  test('the record knows the medicine by its ingredient still, also in another record', async () => {
    const product = { system: RXNORM, code: '314076', display: 'lisinopril 10 MG Oral Tablet' };
    const [patient, other] = [newPatient(), newPatient()];
    await take(store, patient, bundleOf(medicine({ coding: [product] })));
    await take(store, other, onTheWire(await exported(store, patient)));
    for (const one of [patient, other]) {
      const { medications } = await store.record.sidePanel(one, 'P-7');
      expect(medications.map(({ name, code }) => [name, code?.code])).toEqual([['Lisinopril', '29046']]);
    }
  });

  test('a product is no longer named once another dose is told or corrected; ours takes its place', async () => {
    const product = { system: RXNORM, code: '314076', display: 'lisinopril 10 MG Oral Tablet' };
    const codingAfter = async (change: (patient: string, id: string) => Promise<unknown>) => {
      const patient = newPatient();
      await take(store, patient, bundleOf(medicine({ coding: [product] })));
      const { medications } = await store.record.sidePanel(patient, 'P-7');
      await change(patient, medications[0]?.id ?? '');
      const { entry = [] } = await exported(store, patient);
      const out = entry.map(({ resource }) => resource as unknown as Json);
      const active = out.find(
        ({ resourceType, status }) => resourceType === 'MedicationStatement' && status === 'active',
      );
      return (active?.medicationCodeableConcept as Concept | undefined)?.coding;
    };
    const tell = (value: number) => (patient: string) =>
      store.record.file(patient, [told('medication', 'Lisinopril', { value, unit: 'mg' })], turn());
    const ours = [{ system: RXNORM, code: '29046' }];
    expect(await codingAfter(tell(10))).toEqual([product]);
    expect(await codingAfter(tell(20))).toEqual(ours);
    const correct = (patient: string, id: string) =>
      store.record.correct(patient, [amendment({ fact_id: id }, { value: 20 })], by());
    expect(await codingAfter(correct)).toEqual(ours);
  });

  const lab = { system: LOINC, code: '2339-0', display: 'Glucose [Mass/volume] in Blood' };
  const scale = { system: LOINC, code: '3141-9', display: 'Body weight Measured' };
  const vaccine = { system: 'http://hl7.org/fhir/sid/cvx', code: '140', display: 'Influenza, seasonal, injectable' };
  const peanut = { system: SNOMED, code: '91935009', display: 'Allergy to peanut (finding)' };
  const relative = { system: SNOMED, code: '22298006', display: 'Myocardial infarction (disorder)' };
  const quantity = (value: number, code: string) => ({ valueQuantity: { value, unit: code, system: UCUM, code } });
  test.each<[string, string, Json, Json[]]>([
    ['a laboratory value', 'code', observation({ code: { coding: [lab] }, ...quantity(92, 'mg/dL') }), [lab]],
    [
      'a vital sign, for which R4 asks the general code as well',
      'code',
      observation({ code: { coding: [scale] }, ...quantity(80, 'kg') }),
      [scale, { system: LOINC, code: '29463-7', userSelected: false }],
    ],
    [
      'a procedure',
      'code',
      {
        resourceType: 'Procedure',
        id: 'p',
        status: 'completed',
        code: { coding: [{ ...OTITIS, code: '80146002', display: 'Appendectomy' }] },
      },
      [{ ...OTITIS, code: '80146002', display: 'Appendectomy' }],
    ],
    [
      'a vaccine',
      'vaccineCode',
      {
        resourceType: 'Immunization',
        id: 'i',
        status: 'completed',
        vaccineCode: { coding: [vaccine] },
        occurrenceDateTime: '2023-10-02',
      },
      [vaccine],
    ],
    ['an allergy', 'code', { resourceType: 'AllergyIntolerance', id: 'a', code: { coding: [peanut] } }, [peanut]],
    [
      'a visit',
      'type',
      {
        resourceType: 'Encounter',
        id: 'e',
        status: 'finished',
        class: { code: 'AMB' },
        type: [{ coding: [{ ...OTITIS, code: '185349003', display: 'Check up' }] }],
      },
      [{ ...OTITIS, code: '185349003', display: 'Check up' }],
    ],
    [
      'a document',
      'type',
      {
        resourceType: 'DocumentReference',
        id: 'd',
        status: 'current',
        type: { coding: [{ system: LOINC, code: '34133-9', display: 'Summary' }] },
        content: [{ attachment: { title: 'Summary' } }],
      },
      [{ system: LOINC, code: '34133-9', display: 'Summary' }],
    ],
  ])('of %s', async (_, element, resource, expected) => {
    expect((await codings(element, resource))?.slice(0, expected.length)).toEqual(expected);
  });

  test("of a relative's condition", async () => {
    const history = {
      resourceType: 'FamilyMemberHistory',
      id: 'f',
      status: 'completed',
      relationship: { text: 'father' },
      condition: [{ code: { coding: [relative] } }],
    };
    const out = (await through(store, history)) as { condition: { code: Concept }[] };
    expect(out.condition[0]?.code.coding?.[0]).toEqual(relative);
  });

  test('that have changed there are changed here, and what a conversation tells leaves them', async () => {
    const patient = newPatient();
    await take(store, patient, bundleOf(condition({ coding: [OTITIS] })));
    const changed = { ...OTITIS, code: '3110003', display: 'Otitis media' };
    expect(await take(store, patient, bundleOf(condition({ coding: [changed] })))).toEqual({ created: 0, updated: 1 });
    await store.record.file(patient, [told('condition', 'Otitis media')], turn());
    const [resource] = ((await exported(store, patient)).entry ?? []).flatMap(({ resource: one }) =>
      one.resourceType === 'Condition' ? [one as unknown as { code: Concept }] : [],
    );
    expect(resource?.code.coding?.[0]).toEqual(changed);
  });

  test('are none of what was told in a conversation, here and elsewhere', async () => {
    const [patient, other] = [newPatient(), newPatient()];
    const code = { system: 'ICD-10-CM', code: 'J45.909' };
    await store.record.file(patient, [told('condition', 'Asthma', { code })], turn());
    const first = onTheWire(await exported(store, patient));
    await take(store, other, first);
    for (const bundle of [first, onTheWire(await exported(store, other))])
      expect(bundle.entry?.[1]?.resource).toMatchObject({
        code: { coding: [{ system: 'urn:medfleet:code-system:ICD-10-CM', code: 'J45.909' }], text: 'Asthma' },
      });
  });

  test('are erased with the record', async () => {
    const patient = newPatient();
    await take(store, patient, bundleOf(condition({ coding: [OTITIS] })));
    expect(JSON.stringify(await store.record.graph(patient))).toContain('65363002');
    await store.record.erase(patient);
    expect(JSON.stringify(await store.record.graph(patient))).not.toContain('65363002');
  });
});
