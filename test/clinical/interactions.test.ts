/** The table of interactions: what it must catch, what it must not claim, and that every name in it is one that something is called. */
import { describe, expect, it } from 'vitest';
import { conflictLine, conflicts, substancesIn, unknownSubstances } from '../../src/clinical/medicines/interactions.ts';
import { ALLERGY_REACH, GROUPS, MORE_SUBSTANCES, PAIRS } from '../../src/clinical/medicines/interactions-table.ts';
import { drugs } from '../../src/clinical/vocabulary/drugs.ts';
import { allergens } from '../../src/clinical/vocabulary/rows.ts';
import { listOf } from '../../src/clinical/vocabulary/table.ts';

const SEVERITIES = ['contraindicated', 'serious', 'caution'];

describe('the table', () => {
  const known = new Set([
    ...drugs().flatMap(({ name, drugClass }) => [name, drugClass]),
    ...MORE_SUBSTANCES.flatMap(({ name, drugClass }) => [name, drugClass]),
    ...allergens().map(({ name }) => name),
  ]);

  it('names only drugs, classes and groups that exist, so that no row is dead', () => {
    const groups = new Set(GROUPS.map(({ name }) => name));
    const cells = [
      ...PAIRS.flatMap(({ one, other }) => [one, other]),
      ...ALLERGY_REACH.flatMap(({ allergen, concerns }) => [allergen, concerns]),
    ].flatMap(listOf);
    expect(cells.filter((cell) => !known.has(cell) && !groups.has(cell))).toEqual([]);
    expect(GROUPS.flatMap(({ members }) => listOf(members)).filter((cell) => !known.has(cell))).toEqual([]);
  });

  it('gives every row a severity, a reason and a source', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(60);
    for (const row of [...PAIRS, ...ALLERGY_REACH]) {
      expect(SEVERITIES, JSON.stringify(row)).toContain(row.severity);
      expect(row.why.length, JSON.stringify(row)).toBeGreaterThan(10);
      expect(row.source, JSON.stringify(row)).toMatch(/label|FDA|guidance/);
    }
  });
});

describe('well-known pairs', () => {
  it.each([
    ['Coumadin', 'Advil', 'serious'],
    ['lisinopril', 'potassium supplement', 'serious'],
    ['sertraline', 'phenelzine', 'contraindicated'],
    ['sertraline', 'sumatriptan', 'caution'],
    ['nitroglycerin', 'Viagra', 'contraindicated'],
    ['methotrexate', 'naproxen', 'serious'],
    ['methotrexate', 'Bactrim', 'serious'],
    ['simvastatin', 'clarithromycin', 'contraindicated'],
    ['metformin', 'contrast dye', 'serious'],
    ['lithium', 'ibuprofen', 'serious'],
    ['lithium', 'lisinopril', 'serious'],
    ['lithium', 'hydrochlorothiazide', 'serious'],
    ['oxycodone', 'Xanax', 'serious'],
    ['lisinopril', 'Entresto', 'contraindicated'],
    ['tizanidine', 'ciprofloxacin', 'contraindicated'],
    ['apixaban', 'aspirin', 'serious'],
    ['Advil', 'Aleve', 'serious'],
    ['blood thinners', 'ibuprofen', 'serious'],
    ['Zyvox', 'Prozac', 'contraindicated'],
    ['itraconazole', 'simvastatin', 'contraindicated'],
    ['rifampin', 'birth control pills', 'serious'],
    ['Valium', 'vodka', 'serious'],
    ['Antabuse', 'beer', 'contraindicated'],
    ['lisinopril', 'pregnant', 'contraindicated'],
    ['Accutane', 'pregnancy', 'contraindicated'],
    ['Naprosyn', 'pregnancy', 'serious'],
  ])('%s with %s is %s, in either order', (one, other, severity) => {
    for (const [asked, taken] of [
      [one, other],
      [other, one],
    ]) {
      const [found] = conflicts([asked as string], [taken as string], []);
      expect(found).toMatchObject({ kind: 'interaction', severity });
      expect(conflictLine(found as NonNullable<typeof found>)).toMatch(/ with .+: .+ \(.+\)\.$/);
    }
  });

  it('checks the asked medicines with one another too, the mostSevere first', () => {
    const found = conflicts(['ibuprofen', 'warfarin', 'sertraline'], [], []);
    expect(found.map(({ between }) => between.join('+'))).toEqual([
      'Ibuprofen+Warfarin',
      'Ibuprofen+Sertraline',
      'Warfarin+Sertraline',
    ]);
  });

  it('notices two of the same kind', () => {
    expect(conflicts(['atorvastatin'], ['rosuvastatin'], [])).toMatchObject([{ kind: 'twice', severity: 'caution' }]);
    expect(conflicts(['vitamin C'], ['vitamin D'], [])).toEqual([]);
    expect(conflicts(['Lantus'], ['Humalog'], [])).toEqual([]);
  });

  it('notices one substance under two names', () => {
    expect(conflicts(['Tylenol'], ['Percocet'], [])).toMatchObject([{ kind: 'twice', severity: 'serious' }]);
    expect(conflicts(['NyQuil'], ['DayQuil'], [])[0]?.why).toContain('Acetaminophen');
  });

  it('takes a kind of medicine and one of its kind for the same', () => {
    expect(conflicts(['atorvastatin'], ['statin'], [])).toEqual([]);
    expect(conflicts(['NSAIDs'], ['ibuprofen'], [])).toEqual([]);
  });

  it('reaches into combinations', () => {
    expect(conflicts(['Hyzaar'], ['potassium supplement'], [])).toMatchObject([{ severity: 'serious' }]);
    expect(conflicts(['Treximet'], ['warfarin'], [])).toMatchObject([{ severity: 'serious' }]);
    expect(conflicts(['Percocet'], [], [{ name: 'Acetaminophen' }])).toMatchObject([{ kind: 'allergy' }]);
  });

  it('finds nothing between medicines that commonly go together', () => {
    expect(conflicts(['metformin'], ['atorvastatin', 'lisinopril'], [])).toEqual([]);
    expect(conflicts(['metformin'], ['metformin'], [])).toEqual([]);
  });
});

describe('allergies', () => {
  it.each([
    ['Penicillin', 'amoxicillin', 'contraindicated'],
    ['Penicillin', 'Augmentin', 'contraindicated'],
    ['Amoxicillin', 'penicillin', 'contraindicated'],
    ['Penicillin', 'cephalexin', 'caution'],
    ['Sulfa drugs', 'Bactrim', 'contraindicated'],
    ['Aspirin', 'ibuprofen', 'contraindicated'],
    ['NSAIDs', 'naproxen', 'contraindicated'],
    ['Ibuprofen', 'Advil', 'contraindicated'],
  ])('an allergy to %s concerns %s', (allergy, asked, severity) => {
    expect(conflicts([asked], [], [{ name: allergy }])).toMatchObject([{ kind: 'allergy', severity }]);
  });

  it('says what the reaction was, and leaves other medicines alone', () => {
    const [found] = conflicts(['amoxicillin'], [], [{ name: 'Penicillin', reaction: 'hives' }]);
    expect(found?.between).toEqual(['Amoxicillin', 'Penicillin (hives)']);
    expect(conflicts(['azithromycin'], [], [{ name: 'Penicillin' }, { name: 'Peanut' }])).toEqual([]);
  });
});

describe('names', () => {
  it('finds medicines and other substances in a text, brands by their generic name', () => {
    expect(substancesIn('Can I drink wine with my Coumadin and grapefruit juice?')).toEqual([
      'Alcohol',
      'Warfarin',
      'Grapefruit',
    ]);
  });

  it('takes a pregnancy that is denied for none', () => {
    expect(substancesIn('I am pregnant, can I take Advil?')).toEqual(['pregnancy', 'Ibuprofen']);
    expect(substancesIn("I'm not pregnant. Can I take Advil?")).toEqual(['Ibuprofen']);
  });

  it('says which names it has nothing about, instead of calling them safe', () => {
    expect(unknownSubstances(['metformin', 'ashwagandha', 'zorblax'])).toEqual(['Ashwagandha', 'zorblax']);
  });
});
