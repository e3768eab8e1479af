/**
 * Checks the bytes of a JSON text before it is parsed, in one pass: how deep it is nested, because what handles the value later may
 * recurse, and that no key is `__proto__`, because assigning such a key changes an object's prototype. It does not check the syntax;
 * `JSON.parse` does.
 */
import { AppError } from '../src/platform/errors.ts';

/** A FHIR bundle with contained resources and extensions of extensions stays below 30. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

const FORBIDDEN_KEY = '__proto__';
/** Each character may be written as `\u005f`. */
const LONGEST_FORBIDDEN_KEY = FORBIDDEN_KEY.length * 6;

export function scanJson(bytes: Buffer): void {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (isForbiddenKey(bytes, at, end)) throw new AppError('malformed', 'The body has a key that is not allowed.');
      at = end;
    } else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new AppError('malformed', `The body is nested more than ${MAX_DEPTH} levels deep.`);
    } else if (CLOSING.has(byte)) {
      depth -= 1;
    }
  }
}

/** The place of the closing quote; the end of the text if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

function isForbiddenKey(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start - 1;
  if (length < FORBIDDEN_KEY.length || length > LONGEST_FORBIDDEN_KEY) return false;
  let next = end + 1;
  while (WHITESPACE.has(bytes[next] as number)) next += 1;
  if (bytes[next] !== COLON) return false;
  const written = bytes.toString('latin1', start + 1, end);
  return (
    written.replace(/\\u00([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) ===
    FORBIDDEN_KEY
  );
}
