/**
 * The topics of several texts. Statements are about the same thing if most of their words are the same apart from their values: numbers,
 * names inside a sentence, a negation, what stands behind the colon of a labelled line. Each is compared with a bounded number of others.
 */
import { blocksOf } from './blocks.ts';
import { singleSpaced } from './lines.ts';
import { sentencesOf } from './sentences.ts';
import { type Stems, similarity, stemsOf } from './similarity.ts';
import type { Position, Topic } from './topics.ts';
import { isNegation, stemOf, termsOf, wordsOf } from './words.ts';

export type NamedText = { name: string; text: string };
/** `block`: whole paragraphs are compared, which must be nearly identical. `sentence`: what they say. */
export type Unit = 'block' | 'sentence';

const ALIKE: Readonly<Record<Unit, number>> = { block: 0.9, sentence: 0.6 };
/** Topics that share a stem with a statement are looked at, the latest first. */
const LOOKED_AT = 40;
/** Of a heading or a list item, with the spaces before it. */
const LONGEST_MARK = 100;
const LABELLED = /^([^:.!?]{2,60}):\s+(\S.*)$/;

type Statement = { text: string; stems: Stems; values: ReadonlySet<string>; not: boolean; place: number };
type Group = { values: Set<string>; not: boolean; id: string };
type Open = Topic & { stems: Stems; groups: Group[]; artifacts: Set<string> };

export function topicsOf(texts: readonly NamedText[], unit: Unit): Topic[] {
  const topics: Open[] = [];
  const byStem = new Map<string, number[]>();
  const byText = new Map<string, number>();
  for (const { name, text } of texts)
    for (const statement of statementsOf(text, unit)) {
      const key = statement.text.toLowerCase();
      const known = byText.get(key) ?? find(topics, byStem, statement, name, ALIKE[unit]);
      const topic = topics[known] ?? open(topics, byStem, statement);
      byText.set(key, known < 0 ? topics.length - 1 : known);
      join(topic, statement, name);
    }
  return topics.map(({ topic, positions }) => ({ topic, positions }));
}

function open(topics: Open[], byStem: Map<string, number[]>, { text, stems }: Statement): Open {
  const words = wordsOf(text).filter((word) => stems.has(stemOf(word.text)));
  const topic =
    words
      .map((word) => word.text)
      .slice(0, 8)
      .join(' ') || singleSpaced(text).slice(0, 80);
  const opened: Open = { topic, positions: [], stems, groups: [], artifacts: new Set() };
  for (const stem of stems.keys()) {
    const known = byStem.get(stem);
    if (known) known.push(topics.length);
    else byStem.set(stem, [topics.length]);
  }
  topics.push(opened);
  return opened;
}

function find(
  topics: readonly Open[],
  byStem: ReadonlyMap<string, number[]>,
  statement: Statement,
  name: string,
  least: number,
): number {
  const candidates = new Set<number>();
  for (const stem of statement.stems.keys())
    for (const index of (byStem.get(stem) ?? []).slice(-LOOKED_AT)) candidates.add(index);
  let [best, most] = [-1, least];
  for (const index of candidates) {
    const topic = topics[index];
    // An artifact that says two similar things means two things.
    if (!topic || topic.artifacts.has(name)) continue;
    const alike = similarity(statement.stems, topic.stems);
    if (alike >= most && (best < 0 || alike > most)) [best, most] = [index, alike];
  }
  return best;
}

function join(topic: Open, { text, values, not, place }: Statement, name: string): void {
  if (topic.artifacts.has(name)) return;
  topic.artifacts.add(name);
  // Who says less does not contradict: fewer values are part of more of them.
  const group = topic.groups.find(
    (one) => one.not === not && (isPart(values, one.values) || isPart(one.values, values)),
  );
  for (const value of values) group?.values.add(value);
  const id = group?.id ?? String(topic.groups.length);
  if (!group) topic.groups.push({ values: new Set(values), not, id });
  const position: Position = { artifact: name, statement: text, value: id, place };
  topic.positions.push(position);
}

function isPart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((value) => other.has(value));
}

function statementsOf(text: string, unit: Unit): Statement[] {
  const blocks = blocksOf(text);
  const sentences = unit === 'sentence' ? sentencesOf(text, blocks) : [];
  const whole = blocks.filter(
    ({ kind }) => unit === 'block' || kind === 'heading' || kind === 'code' || kind === 'note',
  );
  const spans = [
    ...whole.map((block) => ({ ...block, place: block.start })),
    ...sentences.map(({ start, end, block }) => ({ start, end, kind: block.kind, place: block.start })),
  ].sort((one, other) => one.start - other.start);
  return spans.map(({ start, end, kind, place }) => {
    const written = text.slice(lineStart(text, start, kind), end);
    const said = kind === 'code' ? written : written.trim();
    return read(said, text.slice(start, end), kind === 'code' || kind === 'heading', place);
  });
}

/** With the marks of a heading or a list item. */
function lineStart(text: string, start: number, kind: string): number {
  if (kind !== 'heading' && kind !== 'item') return start;
  const before = text.slice(Math.max(0, start - LONGEST_MARK), start);
  const line = start - before.length + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\f')) + 1;
  return /^[\s#\d.)*+•–-]*$|^\s*[a-z][.)]\s+$/.test(text.slice(line, start)) ? line : start;
}

function read(text: string, said: string, isWhole: boolean, place: number): Statement {
  const plain = singleSpaced(said);
  // A heading or a block of code is the same or another one.
  if (isWhole) return { text, stems: new Map([[`\0${plain}`, 1]]), values: new Set(), not: false, place };
  const labelled = LABELLED.exec(plain);
  if (labelled?.[1] && labelled[2]) {
    const label = stemsOf(termsOf(labelled[1]));
    const stems = new Map([...label, ['\0label', 1]]);
    return { text, stems, values: new Set([labelled[2].toLowerCase().replace(/[.;,]$/, '')]), not: false, place };
  }
  const terms = termsOf(plain);
  const isValue = (term: (typeof terms)[number]) => term.number || (term.start > 0 && /^\p{Lu}/u.test(term.text));
  return {
    text,
    stems: stemsOf(terms.filter((term) => !isValue(term))),
    values: new Set(terms.filter(isValue).map(({ stem }) => stem)),
    not: wordsOf(plain).some((word) => isNegation(word.text)),
    place,
  };
}
