/**
 * How deep a JSON text is nested and how many values it has, read off its bytes before it is parsed: parsing, checking and copying
 * cost memory for every value and stack for every level. A text that is no JSON passes here and fails in the parser.
 */
import { AppError } from './errors.ts';

export type JsonShape = { maxDepth: number; maxValues?: number };

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** `bytes` is UTF-8, where no part of another character looks like one of these. */
export function checkJsonShape(bytes: Uint8Array, { maxDepth, maxValues = Number.POSITIVE_INFINITY }: JsonShape): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else continue;
    if (depth > maxDepth) throw new AppError('invalid', `The body is nested deeper than ${maxDepth} levels.`);
    if (values > maxValues) throw new AppError('too_large', `The body holds more than ${maxValues} values.`);
  }
}

function endOfString(bytes: Uint8Array, begin: number): number {
  for (let at = bytes.indexOf(QUOTE, begin + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
