/** A long text in pieces that fit a budget. They end where a section, a paragraph, a line or a word ends, and lose no character. */
import { beginning, bytesIn } from './tokens.ts';

/** From the best place to end a piece to the worst. */
const ENDS = [/\f|\n(?=#{1,6} )/g, /\n[ \t]{0,20}\n/g, /\n/g, /[.!?] /g, /\s/g];
/** An end is looked for in the second half, so that there are at most twice as many pieces as needed. */
const LEAST = 0.5;

export function piecesOf(text: string, tokens: number): string[] {
  const pieces: string[] = [];
  const bytes = Math.max(bytesIn(tokens), 4);
  let start = 0;
  while (start < text.length) {
    // A character has at least one byte.
    const fitting = beginning(text.slice(start, start + bytes), bytes);
    const whole = start + fitting.length >= text.length;
    const piece = whole ? fitting : fitting.slice(0, endIn(fitting));
    pieces.push(piece);
    start += piece.length;
  }
  return pieces;
}

function endIn(text: string): number {
  for (const pattern of ENDS) {
    const from = Math.floor(text.length * LEAST);
    let end = -1;
    for (const match of text.slice(from).matchAll(pattern)) end = from + match.index + match[0].length;
    if (end > 0 && end <= text.length) return end;
  }
  return text.length;
}
