/** What a product of several ingredients is made of, so that it counts as each of them: "Hydrocodone and acetaminophen" -> its two. */
import { ofWord } from '../text/cache.ts';
import { termNamed } from './find-terms.ts';
import type { Term } from './term.ts';

/** None where the name is that of one. A part that is in no table keeps its own name. */
export const partsOf = ofWord((name): readonly Term[] => {
  const pieces = name.split(/, (?:and )?| and /);
  return pieces.length < 2 ? [] : pieces.map((piece) => baseOf(piece) ?? { kind: 'drug', name: piece });
});

/** "tenofovir alafenamide" acts as tenofovir does. */
function baseOf(piece: string): Term | null {
  const words = piece.split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const known = termNamed(words.slice(0, count).join(' '), ['drug']);
    if (known && !known.name.includes(' and ')) return known;
  }
  return null;
}
