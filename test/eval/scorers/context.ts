/**
 * Negation, history and experiencer on the NegEx/ConText sentences. The rules are asked about the annotated words themselves; a
 * model only about what it found there. The classes are very unbalanced, so the rare class has its F1 beside the accuracy; rows
 * are split by a hash into those we looked at and those we did not.
 */
import { contextAt } from '../../../src/clinical/text/context.ts';
import type { Reader } from '../reader.ts';
import type { Confusion, Score, Scorer } from '../scorer.ts';

const SET = 'extraction/negex';

type Row = { id: string; condition: string; text: string; negation: string; temporality: string; experiencer: string };
type Said = { negated: boolean; past: boolean; family: boolean; mine: boolean; hypothetical: boolean };
type Judged = { row: Row; gold: Said; got: Said };
type Question = keyof Said;

export const contextScorer: Scorer = {
  name: 'context',
  sets: [SET],
  targets: {
    'context.negation.accuracy': { target: 0.95 },
    'context.history.accuracy': { target: 0.9 },
    'context.family.accuracy': { target: 0.95 },
  },
  async run(data, reader) {
    const judged = (
      await data.judge<Row, Judged[]>(SET, async (row) => {
        const got = await read(reader, row);
        return got ? [{ row, gold: goldOf(row), got }] : [];
      })
    ).flat();
    const unseen = judged.filter(({ row }) => !isLookedAt(row.id));
    const seen = judged.filter(({ row }) => isLookedAt(row.id));
    return {
      scores: [...figures('context', judged), ...figures('context.dev', seen), ...figures('context.unseen', unseen)],
      // Only those we may look at.
      confusions: seen.flatMap(confusionsOf),
    };
  },
};

/** Half of the rows, by a hash of their id (FNV-1a). */
export function isLookedAt(id: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 2 === 0;
}

/** The annotated words stand in capitals in their sentence. */
function placeOf({ text, condition }: Row): { start: number; end: number } | null {
  const exact = text.indexOf(condition.toUpperCase());
  const start = exact >= 0 ? exact : text.toLowerCase().indexOf(condition.toLowerCase());
  return start < 0 ? null : { start, end: start + condition.length };
}

function goldOf({ negation, temporality, experiencer }: Row): Said {
  return {
    negated: negation === 'Negated',
    past: temporality === 'Historical',
    family: experiencer === 'Family member',
    mine: experiencer === 'Patient',
    hypothetical: temporality === 'Not particular',
  };
}

async function read(reader: Reader, row: Row): Promise<Said | null> {
  const place = placeOf(row);
  if (!place) return null;
  if (reader.provider === 'offline') {
    const { assertion, experiencer, time } = contextAt(row.text, place.start, place.end);
    return saidOf(assertion, experiencer, time === 'past');
  }
  const mention = (await reader.extract(row.text)).find(({ start, quote }) => {
    const from = start ?? row.text.indexOf(quote);
    return from < place.end && place.start < from + quote.length;
  });
  if (!mention) return null;
  return saidOf(
    mention.assertion ?? 'present',
    mention.experiencer ?? 'patient',
    /resolved|history|past|inactive/.test(mention.status ?? ''),
  );
}

function saidOf(assertion: string, experiencer: string, past: boolean): Said {
  return {
    negated: assertion === 'absent',
    past,
    family: experiencer === 'family',
    mine: experiencer === 'patient',
    hypothetical: assertion === 'hypothetical',
  };
}

function figures(name: string, judged: readonly Judged[]): Score[] {
  return [
    ...pair(`${name}.negation`, judged, 'negated'),
    ...pair(`${name}.history`, judged, 'past'),
    ...pair(`${name}.family`, judged, 'family'),
    pair(`${name}.experiencer`, judged, 'mine')[0] as Score,
    ...pair(`${name}.hypothetical`, judged, 'hypothetical'),
  ];
}

function pair(name: string, judged: readonly Judged[], question: Question): Score[] {
  const right = judged.filter(({ gold, got }) => gold[question] === got[question]).length;
  const both = judged.filter(({ gold, got }) => gold[question] && got[question]).length;
  const said = judged.filter(({ got }) => got[question]).length;
  const rare = judged.filter(({ gold }) => gold[question]).length;
  return [
    { name: `${name}.accuracy`, value: ratio(right, judged.length), count: judged.length },
    { name: `${name}.f1`, value: ratio(2 * both, said + rare), count: rare },
  ];
}

function confusionsOf({ row, gold, got }: Judged): Confusion[] {
  const names: readonly (readonly [Question, string])[] = [
    ['negated', 'negation'],
    ['past', 'history'],
    ['family', 'family'],
    ['mine', 'experiencer'],
    ['hypothetical', 'hypothetical'],
  ];
  return names
    .filter(([question]) => gold[question] !== got[question])
    .map(([question, name]) => ({
      score: `context.${name}.accuracy`,
      expected: `${question}: ${gold[question]}`,
      got: `${question}: ${got[question]}`,
      text: `[${row.condition}] ${row.text}`,
    }));
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
