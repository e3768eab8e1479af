/**
 * Words that stand for many entries: panels of tests ("lipids"), kinds of medicine ("blood thinners"), body systems, and
 * measurements that belong together ("glucose" is also the fasting one).
 */

import { ofWord, once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { systemsOf } from '../vocabulary/body-systems.ts';
import { drugs } from '../vocabulary/drugs.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { termRows } from '../vocabulary/rows.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Kind } from './question.ts';

const { pattern } = patternsOf('questions', 'groups');

/** Asked by its general name, a measurement means these too. */
const RELATED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Blood pressure', ['Systolic blood pressure', 'Diastolic blood pressure']],
  ['Blood glucose', ['Blood glucose', 'Fasting glucose']],
  ['Total cholesterol', ['Total cholesterol', 'LDL cholesterol', 'HDL cholesterol', 'Non-HDL cholesterol']],
  ['Total bilirubin', ['Total bilirubin', 'Direct bilirubin']],
  ['BNP', ['BNP', 'NT-proBNP']],
]);

type Row = { kind: string; said: string; words: string; members: string };

const MEDICINE = '(?:medications?|medicines?|meds?|pills?|tablets?|drugs?|treatments?)';
const rows = once((): readonly Row[] => readTable('record-groups', ['kind', 'said', 'words', 'members']));

export type Group = { said: string; names: readonly string[] };

/** "Which one is for my prostate?", "do I take anything for cholesterol?" */
const PURPOSE = pattern('PURPOSE', 'i');

const panelNamed = finder('panel');
const classNamed = finder('class');

export function relatedTypes(name: string): readonly string[] {
  return RELATED.get(name) ?? [name];
}

export function panelIn(text: string): Group | null {
  const found = panelNamed(text);
  return found ? { said: found.said, names: listOf(found.members) } : null;
}

/** A kind of medicine, as its members' names. */
export function drugGroupIn(text: string): Group | null {
  const purpose = PURPOSE.exec(text)?.[1];
  const found = classNamed(text) ?? (purpose ? classNamed(`${purpose} medicines`) : undefined);
  return found ? { said: found.said, names: drugsOf(found.members) } : null;
}

/** What kinds of entry a body system is looked for in. */
export const SYSTEM_KINDS = [
  'condition',
  'symptom',
  'observation',
  'medication',
  'procedure',
] as const satisfies readonly Kind[];

const namesBySystem = new Map<string, readonly string[]>();

/** Everything the vocabulary counts to a body system; a medicine belongs where its class is used. */
export function namesOfSystem(system: string): readonly string[] {
  let names = namesBySystem.get(system);
  if (!names) {
    const kinds = new Set<string>(SYSTEM_KINDS);
    names = termRows()
      .filter(({ term }) =>
        term.kind === 'drug'
          ? systemsOf(term.name, 'drug').includes(system)
          : term.system === system && kinds.has(term.kind),
      )
      .map(({ term }) => term.name);
    namesBySystem.set(system, names);
  }
  return names;
}

export function testsOfSystem(system: string): string[] {
  return OBSERVATIONS.filter((row) => row.system === system).map(({ name }) => name);
}

const drugsOf = ofWord((members): readonly string[] => {
  const classes = listOf(members);
  return drugs()
    .filter(({ drugClass }) => classes.includes(drugClass))
    .map(({ name }) => name);
});

/** The first row of a kind whose words stand in a text. Most texts name none, which one look tells. */
function finder(kind: 'panel' | 'class'): (text: string) => Row | undefined {
  const read = once(() => {
    const each = rows().filter((row) => row.kind === kind);
    const any = named(each.map(({ words }) => words).join('/'));
    return { any, each: each.map((row) => ({ row, words: named(row.words) })) };
  });
  return (text) => (read().any.test(text) ? read().each.find(({ words }) => words.test(text))?.row : undefined);
}

function named(words: string): RegExp {
  return new RegExp(`\\b(?:${words.replaceAll('/', '|').replaceAll('{medicine}', MEDICINE)})\\b`, 'i');
}
