/** Which artifact has what of a combined text: the same paragraph, or most of its words. */
import { blocksOf } from './blocks.ts';
import { isCode } from './code.ts';
import { partsOf } from './combine-code.ts';
import { asObjects, leavesOf } from './combine-json.ts';
import { singleSpaced } from './lines.ts';
import { allStems, coverage } from './similarity.ts';
import type { NamedText } from './statements.ts';
import { shortened } from './tokens.ts';

const MOST_WORDS = 0.8;
/** Enough to know a paragraph again. */
const SHOWN_BYTES = 160;

export function provenanceOf(synthesized: string, texts: readonly NamedText[]): Record<string, string[]> {
  const whole = asObjects([{ name: '', text: synthesized }])?.[0];
  const objects = whole && asObjects(texts);
  if (objects) {
    const taken = new Map(leavesOf(whole.fields));
    return Object.fromEntries(
      objects.map(({ name, fields }) => [
        name,
        leavesOf(fields).flatMap(([path, value]) => (taken.get(path) === value ? [path] : [])),
      ]),
    );
  }
  const paragraphs = isCode(synthesized)
    ? partsOf(synthesized)
    : blocksOf(synthesized).map(({ start, end }) => synthesized.slice(start, end));
  return Object.fromEntries(
    texts.map(({ name, text }) => {
      const [plain, stems] = [singleSpaced(text), allStems(text)];
      const has = (paragraph: string) => plain.includes(paragraph) || coverage(paragraph, stems) >= MOST_WORDS;
      return [
        name,
        paragraphs
          .map(singleSpaced)
          .filter(has)
          .map((paragraph) => shortened(paragraph, SHOWN_BYTES)),
      ];
    }),
  );
}
