/** The tokens that the tagger labels, with their offsets. */
import { split } from '../text/split.ts';

export type Token = { start: number; end: number };

export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  return split(text, 'tagged', from, to - 1).map(({ index, 0: written }) => ({
    start: index,
    end: Math.min(to, index + written.length),
  }));
}
