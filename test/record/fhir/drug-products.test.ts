/** A product of several ingredients is one medicine with all of them, each with its own strength: half of it would be another medicine. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractContext } from '../../../src/clinical/extract/context.ts';
import { conflicts } from '../../../src/clinical/medicines/interactions.ts';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient } from '../told.ts';
import { NOW } from './graph.ts';

const moment = { now: new Date(NOW), timezone: 'UTC' };
const PRODUCTS = readFileSync(new URL('./fixtures/rxnorm-products.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split('\t') as [string, string]);

type Medicine = { name: string; value?: number | string | undefined; unit?: string | undefined };

function imported(text: string, more: object = {}, code?: string): Medicine & { code?: unknown } {
  const coding =
    code === undefined ? [] : [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code, display: text }];
  const resource = {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text, coding },
    ...more,
  };
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] };
  const { sources, skipped } = fromFhirBundle(bundle, { patient: newPatient(), now: NOW, terminology });
  expect(skipped).toEqual([]);
  const facts = sources.flatMap((source) => source.facts);
  expect(facts).toHaveLength(1);
  return facts[0] as Medicine;
}

function toldOf(text: string): Medicine[] {
  return extractContext(`I take ${text} every day.`, moment).filter(({ kind }) => kind === 'medication');
}

/** What RxNorm's own grammar says: "[volume or hours] name number unit", joined by " / ". */
function goldOf(product: string): string[] {
  return product.split(' / ').map((part) => {
    const [, name = '', value = ''] =
      /^(?:[\d.]+ (?:HR|ML|ACTUAT) )?(.+?) ([\d.]+) (?:MG|UNT)(?:\/\w+)?(?: .*)?$/.exec(part) ?? [];
    return `${firstWord(name)} ${Number(value)}`;
  });
}

/** One that is named in two forms is one name with two strengths. */
function readOf({ name, value }: Medicine): string[] {
  const amounts = (String(value).match(/(?<![\d.])\d+(?:\.\d+)?/g) ?? []).map(Number);
  const names = name.split(/, (?!human|regular)(?:and )?| and /);
  return amounts.map((amount, place) => `${firstWord(names[place] ?? names[0] ?? '')} ${amount}`);
}

function firstWord(name: string): string {
  return name.toLowerCase().split(/[\s,-]/)[0] ?? '';
}

test('there are forty and more of them', () => expect(PRODUCTS.length).toBeGreaterThanOrEqual(40));

test.each(PRODUCTS)('%s %s is all of its ingredients with their strengths, imported and told', (code, product) => {
  const gold = goldOf(product).sort();
  const read = imported(product, {}, code);
  expect(readOf(read).sort()).toEqual(gold);
  expect(read.code).toMatchObject({ code });
  const told = toldOf(product);
  expect(told.map((one) => readOf(one).sort())).toEqual([gold]);
});

test.each([
  ['amoxicillin-clavulanate 875-125 mg tablet', 'Amoxicillin and clavulanate', '875/125'],
  ['sacubitril/valsartan 24 mg/26 mg', 'Sacubitril and valsartan', '24/26'],
  ['metformin 500 mg and sitagliptin 50 mg tablet', 'Sitagliptin and metformin', '50/500'],
  ['amoxicillin-clavulanate 250-62.5 mg/5 mL oral suspension', 'Amoxicillin and clavulanate', '50/12.5'],
  ['Calcium 600 mg + Vitamin D 400 IU', 'Calcium and vitamin D', '600 mg / 400 IU'],
  ['Sulfamethoxazole / Trimethoprim', 'Sulfamethoxazole and trimethoprim', undefined],
  ['Lisinopril 10 MG Oral Tablet', 'Lisinopril', 10],
])('%s, as charts write it', (text, name, value) =>
  expect(imported(text)).toMatchObject({ name, ...(value && { value }) }),
);

test.each([
  'Lisinopril with xyzinide',
  'tramadol-xyzol 37.5-325-5 mg tablet',
  '{7 (inert 1 MG Oral Tablet) / 21 (ethinyl estradiol 0.035 MG / norethindrone 1 MG Oral Tablet) } Pack',
])('%s cannot be read as a whole, so it is the whole name without a dose', (text) => {
  const { name, value } = imported(text);
  expect([name, value]).toEqual([text, undefined]);
});

test('three strengths of two names are no dose', () => {
  const { name, value } = imported('estradiol valerate 3 MG / estradiol valerate 2 MG / dienogest 3 MG Oral Tablet');
  expect([name, value]).toEqual(['Estradiol and dienogest', undefined]);
});

test('a dose in tablets is that many times the strength, of each ingredient', () => {
  const dosage = (value: number) => ({
    dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value, unit: 'tablet' } }] }],
  });
  expect(imported('lisinopril 10 MG', dosage(2))).toMatchObject({ value: 20, unit: 'mg' });
  expect(imported('Amoxicillin 875 MG / Clavulanate 125 MG Oral Tablet', dosage(0.5))).toMatchObject({
    value: '437.5/62.5',
  });
  const text = { dosageInstruction: [{ text: 'sacubitril 24 mg/valsartan 26 mg twice daily' }] };
  expect(imported('Entresto', text)).toMatchObject({ value: '24/26', unit: 'mg' });
});

test('in a message, what has no form is one product if it is one, and else a list', () => {
  const read = (text: string) => toldOf(text).map(({ name, value }) => `${name} ${value}`);
  expect(read('sacubitril 24 mg/valsartan 26 mg')).toEqual(['Sacubitril and valsartan 24/26']);
  expect(read('ibuprofen-famotidine 800-26.6 mg')).toEqual(['Ibuprofen and famotidine 800/26.6']);
  expect(read('lisinopril 10 mg / metformin 500 mg')).toEqual(['Lisinopril 10', 'Metformin 500']);
});

test('a product that no table has counts as each of its ingredients', () => {
  const product = 'Ibuprofen and famotidine';
  expect(conflicts([product], ['Warfarin'], [])).toMatchObject([{ kind: 'interaction', severity: 'serious' }]);
  expect(conflicts(['Ibuprofen'], [product], [])).toMatchObject([{ kind: 'twice' }]);
  expect(conflicts([product], [], [{ name: 'Ibuprofen' }])).toMatchObject([{ kind: 'allergy' }]);
  expect(conflicts(['Amoxicillin'], [], [{ name: 'Amoxicillin and clavulanate' }])).toMatchObject([
    { kind: 'allergy' },
  ]);
});
