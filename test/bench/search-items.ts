/** Known items: documents, and queries of which it is known which document answers them. From the corpus files of a data folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryWords } from '../../src/functions/library/words.ts';

/** `id` is the bench's own. Documents with the same topic answer the same question. */
export type Item = { id: number; title: string; text: string; topic: string };
export type Question = { text: string; topic: string };
export type Items = { items: Item[]; questions: Map<string, Question[]> };

type Line = { title?: string; text?: string; abstract?: string; summary?: string; focus?: string; source?: string };

const PER_KIND = 150;

const lines = (dir: string, file: string): Line[] =>
  existsSync(join(dir, file))
    ? readFileSync(join(dir, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
    : [];

/** Some of many, spread over the whole list. */
const some = <T>(list: readonly T[]): T[] => {
  const step = Math.max(1, Math.floor(list.length / PER_KIND));
  return list.filter((_, index) => index % step === 0).slice(0, PER_KIND);
};

const topicOf = (name: string) => name.toLowerCase();

export function knownItems(dir: string): Items {
  const items: Item[] = [];
  const questions = new Map<string, Question[]>();
  const keep = (title: string, text: string, topic: string) => {
    if (text.trim() !== '') items.push({ id: items.length, title, text, topic });
  };
  for (const { title = '', text = '', focus = '' } of lines(dir, 'corpus/nih_consumer_health_docs.jsonl'))
    keep(title, text, topicOf(focus));
  for (const { title = '', text, summary } of lines(dir, 'corpus/medlineplus_lab_tests.jsonl'))
    keep(title, text ?? summary ?? '', topicOf(title));
  const topics = new Set(items.map(({ topic }) => topic));

  const asked = lines(dir, 'triage/health_open.jsonl').filter(({ source }) => source === 'MedQuAD');
  const known = asked.filter(({ focus = '' }) => topics.has(topicOf(focus)));
  questions.set('question -> page', some(known.map(({ text = '', focus = '' }) => ({ text, topic: topicOf(focus) }))));
  questions.set('synonym -> page', some(synonyms(dir, topics)));

  // Their titles are the queries, so they are not indexed.
  for (const [kind, file] of [
    ['abstract', 'corpus/elife_clinical_abstracts.jsonl'],
    ['trial', 'corpus/clinicaltrials_records.jsonl'],
  ] as const) {
    const found = lines(dir, file).map((line, index) => ({ ...line, topic: `${kind} ${index}` }));
    for (const { topic, abstract, summary, text } of found) keep(kind, abstract ?? summary ?? text ?? '', topic);
    const titled = found.map(({ title = '', topic }) => ({ text: title, topic }));
    questions.set(`title -> ${kind}`, some(titled));
    const half = titled.map(({ text, topic }) => ({ text: everyOther(text), topic }));
    questions.set(`half a title -> ${kind}`, some(half));
  }
  return { items, questions: new Map([...questions].filter(([, list]) => list.length > 0)) };
}

/** Other names of a topic that share no word with it. */
function synonyms(dir: string, topics: ReadonlySet<string>): Question[] {
  const file = join(dir, 'vocab/lay_topics_medquad.tsv');
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, 'utf8').split('\n').slice(1);
  return rows.flatMap((row) => {
    const [name = '', others = ''] = row.split('\t');
    if (!topics.has(topicOf(name))) return [];
    const own = new Set(queryWords(name));
    const other = others.split('|').find((one) => {
      const words = queryWords(one);
      return words.length > 0 && words.every((word) => !own.has(word));
    });
    return other ? [{ text: other, topic: topicOf(name) }] : [];
  });
}

function everyOther(title: string): string {
  return queryWords(title)
    .filter((_, index) => index % 2 === 0)
    .join(' ');
}
