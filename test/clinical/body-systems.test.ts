/** From the words of a question to a body system, and from medicines to what they are for. */
import { describe, expect, test } from 'vitest';
import { bodySystemOf, DRUG_SYSTEMS, systemsOf } from '../../src/clinical/vocabulary/body-systems.ts';
import { drugs } from '../../src/clinical/vocabulary/drugs.ts';
import { bodySystems } from '../../src/clinical/vocabulary/rows.ts';
import { listOf } from '../../src/clinical/vocabulary/table.ts';

test.each([
  ['liver', 'hepatic'],
  ['hepatic', 'hepatic'],
  ['heart', 'cardiovascular'],
  ['cardiac', 'cardiovascular'],
  ['kidney', 'renal'],
  ['renal', 'renal'],
  ['lung', 'respiratory'],
  ['respiratory', 'respiratory'],
  ['brain', 'neurological'],
  ['neuro', 'neurological'],
  ['How are my kidneys doing?', 'renal'],
  ['knee', 'musculoskeletal'],
  ['cardiologist', 'cardiovascular'],
  ['chest pain and my liver', 'hepatic'],
  ['the weather', null],
  ['', null],
])('"%s" means %s', (words, system) => expect(bodySystemOf(words)).toBe(system));

describe('what a thing on record is about', () => {
  test.each([
    ['Lisinopril', 'drug', ['cardiovascular']],
    ['Zestril', 'drug', ['cardiovascular']],
    ['Metformin', 'drug', ['endocrine']],
    ['Empagliflozin', 'drug', ['cardiovascular', 'endocrine', 'renal']],
    ['Something new', 'drug', []],
    ['Creatinine', 'observation', ['renal']],
    ['Asthma', 'condition', ['respiratory']],
  ] as const)('%s', (name, kind, systems) => expect(systemsOf(name, kind)).toEqual(systems));
});

test('every class and every system of the table exists, so that no line of it is dead', () => {
  const classes = new Set(drugs().map(({ drugClass }) => drugClass));
  const systems = new Set(bodySystems().map(({ name }) => name));
  expect(DRUG_SYSTEMS.flatMap((row) => listOf(row.classes)).filter((name) => !classes.has(name))).toEqual([]);
  expect(DRUG_SYSTEMS.map(({ system }) => system).filter((name) => !systems.has(name))).toEqual([]);
});
