/** `npm run vocabulary`: checks the vocabulary, counts it, and compares it with public lists and annotated text. */
import { resolve } from 'node:path';
import { termRows } from '../../../src/clinical/vocabulary/rows.ts';
import { commandLine } from '../../../src/platform/command-line.ts';
import { dataFolder } from '../rows.ts';
import { problemsOf } from './check.ts';
import { phraseCounts } from './frequency.ts';
import { icdCategories, missingOf, readLists } from './lists.ts';
import { falseTerms, goldCoverage, type Share, wrongGuesses } from './mentions.ts';

const USAGE = `Checks the vocabulary, counts it, and shows what the curator should add next.

  npm run vocabulary                 the checks and the counts
  npm run vocabulary -- --data DIR   and how much it knows of the public lists and annotated texts in DIR
      --missing N                    with so many of the names that it lacks; 25 unless said`;
const { values } = commandLine(USAGE, { data: { type: 'string' }, missing: { type: 'string', default: '25' } });
const most = Number(values.missing);

const problems = problemsOf();
console.log(problems.length === 0 ? 'The tables are sound.' : `Problems:\n${problems.join('\n')}`);
counts();
if (values.data) await coverage(resolve(values.data));
process.exitCode = problems.length > 0 ? 1 : 0;

function counts(): void {
  console.log('\nterms and ways to write them');
  for (const kind of new Set(termRows().map(({ term }) => term.kind))) {
    const rows = termRows().filter(({ term }) => term.kind === kind);
    const aliases = rows.reduce((sum, row) => sum + 1 + row.aliases.length, 0);
    const coded = rows.filter(({ term }) => term.code).length;
    console.log(
      `  ${kind.padEnd(14)} ${String(rows.length).padStart(5)} ${String(aliases).padStart(6)}   coded ${coded}`,
    );
  }
}

async function coverage(dataDir: string): Promise<void> {
  const data = dataFolder(dataDir);
  const frequency = phraseCounts(dataDir);
  console.log('\nknown of public lists');
  for (const list of readLists(dataDir)) {
    const missing = missingOf(list);
    console.log(
      `  ${list.name.padEnd(42)} ${share({ found: list.entries.length - missing.length, all: list.entries.length })}`,
    );
    const ranked = missing
      .map(({ names }) => ({ name: names[0] ?? '', often: Math.max(...names.map(frequency)) }))
      .sort((a, b) => b.often - a.often);
    show(ranked.map(({ name, often }) => [name, often]));
  }
  icd(dataDir);
  console.log('\nfound of annotated text (development part / held-out part)');
  for (const { name, seen, unseen, missing } of await goldCoverage(data)) {
    console.log(`  ${name.padEnd(42)} ${share(seen)} / ${share(unseen)}`);
    show([...missing].sort((a, b) => b[1] - a[1]));
  }
  const { messages, withTerm, guesses, words } = await falseTerms(data);
  console.log(
    `\nmessages without health that hold a term: ${share({ found: withTerm, all: messages })}, ${guesses} by a guess`,
  );
  show([...words].sort((a, b) => b[1] - a[1]));
  const { names, wrong } = wrongGuesses(dataDir);
  console.log(`\nsubstances we do not have, taken for one that we have: ${share({ found: wrong.size, all: names })}`);
  show([...wrong]);
}

/** Which categories have a term, and which of our codes no category begins. */
function icd(dataDir: string): void {
  const categories = icdCategories(dataDir);
  const ours = termRows().flatMap(({ term }) =>
    term.code?.system.endsWith('icd-10-cm') ? [{ name: term.name, code: term.code.code }] : [],
  );
  const used = new Set(ours.map(({ code }) => code.slice(0, 3)));
  const wanted = categories.filter(({ code }) => /^[A-NR]\d.$/.test(code));
  const found = wanted.filter(({ code }) => used.has(code)).length;
  console.log(`  ${'ICD-10-CM categories A to N and R'.padEnd(42)} ${share({ found, all: wanted.length })}`);
  const known = new Set(categories.map(({ code }) => code.slice(0, 3)));
  const strange = ours.filter(({ code }) => !known.has(code.slice(0, 3)));
  console.log(
    `    codes that no category of the list begins: ${strange.map(({ name, code }) => `${name} ${code}`).join(', ') || 'none'}`,
  );
}

function show(entries: [string, number][]): void {
  const shown = entries.slice(0, most).map(([name, often]) => (often > 1 ? `${name} ${often}` : name));
  if (shown.length > 0) console.log(`    missing: ${shown.join(' · ')}`);
}

function share({ found, all }: Share): string {
  return `${all === 0 ? '-' : ((100 * found) / all).toFixed(1)} % of ${all}`;
}
