/**
 * Parses JSON that came from outside. Before that its bytes are looked at once: how deep it is nested, because what handles the value
 * later may recurse; how many values it has, because each costs memory; and that no key is `__proto__`, because assigning such a key
 * changes an object's prototype.
 */
import { AppError } from './errors.ts';

export type JsonLimits = { maxDepth?: number; maxValues?: number };

/** A FHIR bundle with contained resources and extensions of extensions stays below 30. */
const MAX_DEPTH = 64;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const WHITESPACE = new Set<number | undefined>([0x20, 0x09, 0x0a, 0x0d]);

const FORBIDDEN_KEY = '__proto__';
/** Each character may be written as `\u005f`. */
const LONGEST_FORBIDDEN_KEY = FORBIDDEN_KEY.length * 6;

/** `bytes` must be UTF-8; a byte order mark is dropped. The parser's own message would quote the text. */
export function parseJson(bytes: Uint8Array, limits: JsonLimits = {}): unknown {
  checkShape(bytes, limits);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON in UTF-8.');
  }
}

/** In UTF-8 no part of another character looks like one of these. Text that is no JSON may pass, and fails in the parser. */
function checkShape(bytes: Uint8Array, { maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY }: JsonLimits) {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (isForbiddenKey(bytes, at, end)) throw new AppError('malformed', 'The body has a key that is not allowed.');
      at = end;
    } else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else continue;
    if (depth > maxDepth) throw new AppError('malformed', `The body is nested deeper than ${maxDepth} levels.`);
    if (values > maxValues) throw new AppError('too_large', `The body holds more than ${maxValues} values.`);
  }
}

/** The place of the closing quote; the end of the text if there is none. */
function endOfString(bytes: Uint8Array, begin: number): number {
  for (let at = bytes.indexOf(QUOTE, begin + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

function isForbiddenKey(bytes: Uint8Array, begin: number, end: number): boolean {
  const length = end - begin - 1;
  if (length < FORBIDDEN_KEY.length || length > LONGEST_FORBIDDEN_KEY) return false;
  let next = end + 1;
  while (WHITESPACE.has(bytes[next])) next += 1;
  if (bytes[next] !== COLON) return false;
  const written = Buffer.from(bytes.subarray(begin + 1, end)).toString('latin1');
  return (
    written.replace(/\\u00([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) ===
    FORBIDDEN_KEY
  );
}
