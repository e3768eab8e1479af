/**
 * Two thousand sentences hold few names of medicines and diseases. Copies of them with other names from public lists in the same
 * places teach the tagger what such names look like ("-mab", "-itis") without teaching it new sentences.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoldRow, GoldSpan } from '../eval/gold.ts';

type Names = Readonly<Record<string, readonly string[]>>;

const LISTS: readonly { type: string; file: string; columns: readonly number[] }[] = [
  { type: 'Medication', file: 'vocab/drugs_rxnorm_names.tsv', columns: [1] },
  { type: 'Medication', file: 'vocab/drugs_medlineplus_index.tsv', columns: [1, 2] },
  { type: 'Disease_disorder', file: 'vocab/diseases_doid.tsv', columns: [1, 2] },
  { type: 'Sign_symptom', file: 'vocab/symptoms_symp.tsv', columns: [1, 2] },
];
/** Lists hold chemistry and catalogue names that nobody writes in a sentence. */
const WRITTEN = /^[a-z][a-z' -]{3,40}$/i;
const MOST_WORDS = 3;

export function readNames(dataDir: string): Names {
  const names: Record<string, string[]> = {};
  for (const { type, file, columns } of LISTS) {
    for (const line of readFileSync(join(dataDir, file), 'utf8').split('\n').slice(1)) {
      const cells = line.split('\t');
      const written = columns.flatMap((column) => (cells[column] ?? '').split('|')).map((name) => name.trim());
      const fit = written.filter((name) => WRITTEN.test(name) && name.split(' ').length <= MOST_WORDS);
      names[type] = [...(names[type] ?? []), ...fit];
    }
  }
  return names;
}

/** The row with other names, or null if it has no place for one. */
export function swapped(row: GoldRow, names: Names, share: number, random: () => number): GoldRow | null {
  const spans = [...row.entities].sort((a, b) => a.start - b.start || b.end - a.end);
  const places = spans.filter(
    (span, index) =>
      names[span.type] &&
      spans.every((other, at) => at === index || other.end <= span.start || other.start >= span.end) &&
      random() < share,
  );
  if (places.length === 0) return null;
  let text = row.text;
  let entities: GoldSpan[] = row.entities.map((span) => ({ ...span }));
  for (const place of places.reverse()) {
    const list = names[place.type] as readonly string[];
    const name = cased(list[Math.floor(random() * list.length)] as string, text.slice(place.start, place.end));
    const grown = name.length - (place.end - place.start);
    text = text.slice(0, place.start) + name + text.slice(place.end);
    entities = entities.map((span) => {
      if (span.start === place.start && span.end === place.end) return { ...span, end: span.end + grown };
      return span.start >= place.end ? { ...span, start: span.start + grown, end: span.end + grown } : span;
    });
  }
  return { ...row, text, entities };
}

function cased(name: string, like: string): string {
  const lower = /[A-Z]{2}/.test(name) ? name : name.toLowerCase();
  return /^[A-Z][a-z]/.test(like) ? `${lower.charAt(0).toUpperCase()}${lower.slice(1)}` : lower;
}
