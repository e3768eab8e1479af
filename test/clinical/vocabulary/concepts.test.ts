/** The names by which other texts may call what a text names. */
import { expect, test } from 'vitest';
import { conceptsIn } from '../../../src/clinical/index.ts';
import { drugs } from '../../../src/clinical/vocabulary/drugs.ts';

const namesIn = (text: string) => conceptsIn(text).map(({ names }) => names.map((name) => name.toLowerCase()));

test.each(['SGLT2 inhibitor', 'SGLT2 inhibitors', 'SGLT-2 inhibitors', 'sglt2 inhibitors'])(
  'a class stands for its medicines and their brands, however it is written: %s',
  (written) => {
    const [names] = namesIn(`${written} in adults`);
    expect(names).toEqual(expect.arrayContaining(['dapagliflozin', 'empagliflozin', 'jardiance']));
  },
);

test('every class of several words is found by its name, with at least one medicine', () => {
  const classes = [...new Set(drugs().map(({ drugClass }) => drugClass))].filter((name) => name.includes(' '));
  for (const name of classes) {
    const members = conceptsIn(`New ${name}`).flatMap((concept) => concept.members);
    const named = drugs()
      .filter(({ drugClass }) => drugClass === name)
      .map((row) => row.name);
    if (named.some((member) => member.toLowerCase() !== name.toLowerCase()))
      expect(
        members.some((member) => named.includes(member)),
        name,
      ).toBe(true);
  }
});

test('an abbreviation and its long form name the same', () => {
  expect(namesIn('CKD')[0]).toContain('chronic kidney disease');
  expect(namesIn('chronic kidney disease')[0]).toContain('ckd');
});

test('a special form is not taken for its whole group; the group is wider', () => {
  const [concept] = conceptsIn('Duchenne muscular dystrophy');
  expect(concept?.names).toEqual(['Duchenne muscular dystrophy', 'DMD']);
  expect(concept?.broader).toEqual(['Muscular dystrophy']);
});
