/** A text in fewer tokens: its most telling sentences in their order, or the declarations of a program. Never more than asked for. */
import { declarationsOf, isCode } from './code.ts';
import { linesOf, singleSpaced } from './lines.ts';
import { choose, type Passage, readDocument } from './select.ts';
import { bytesIn, shortened, tokensIn } from './tokens.ts';

export function compress(text: string, tokens: number): string {
  if (tokensIn(text) <= tokens) return text;
  const bytes = bytesIn(tokens);
  const kept = isCode(text) ? declaringLines(text, bytes) : tellingSentences(text, bytes);
  return kept === '' ? shortened(singleSpaced(text), bytes) : kept;
}

function tellingSentences(text: string, bytes: number): string {
  const { passages } = readDocument(text);
  const chosen = choose(passages, bytes).sort((one, other) => one - other);
  if (chosen.length > 0) return paragraphs(chosen.flatMap((index) => passages[index] ?? []));
  const best = passages.reduce<Passage | undefined>(
    (one, other) => (one && one.score >= other.score ? one : other),
    undefined,
  );
  return best ? shortened(best.text, bytes) : '';
}

/** Passages of one section make one paragraph. */
export function paragraphs(passages: readonly Passage[]): string {
  return passages
    .map(({ text, section }, index) => {
      const before = passages[index - 1];
      return before === undefined ? text : `${before.section === section ? ' ' : '\n\n'}${text}`;
    })
    .join('');
}

/** The outermost first: a function matters more than what is declared inside it. */
function declaringLines(text: string, bytes: number): string {
  const lines = linesOf(text);
  let line = 0;
  const declaring = declarationsOf(text).map(({ start }) => {
    while ((lines[line]?.end ?? Number.POSITIVE_INFINITY) < start) line += 1;
    const said = text.slice(lines[line]?.start, lines[line]?.end).trimEnd();
    return { place: line, said, indent: said.length - said.trimStart().length };
  });
  let room = bytes;
  const kept = declaring
    .toSorted((one, other) => one.indent - other.indent)
    .filter(({ said }) => {
      const size = Buffer.byteLength(said) + 1;
      const fits = size <= room;
      if (fits) room -= size;
      return fits;
    });
  return kept
    .sort((one, other) => one.place - other.place)
    .map(({ said }) => said)
    .join('\n');
}
