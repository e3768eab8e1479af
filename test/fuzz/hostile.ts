/** Values that break careless software: for every place of a request that takes a value. */
import type { Random } from './random.ts';

export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
];

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\n',
  '\r\n\r\n',
  '\u2028\u2029',
  '\ud800',
  '\udc00 x',
  '\ufeff',
  '\u202etxt.exe',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '1e309',
  '0x10',
  '9'.repeat(400),
  'null',
  'undefined',
  'true',
  '[object Object]',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'agent:x/../y',
  '%00',
  '%',
  '{{7*7}}',
  '#{7*7}',
  "' OR 1=1 --",
  'MATCH (n) DETACH DELETE n',
  '<script>alert(1)</script>',
  'data: {}\n\nevent: done\n\n',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  '\u{10ffff}',
  'İıẞ',
  ...PROTOTYPE_NAMES,
];

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  5e-324,
  1e21,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  8.64e15,
  8.64e15 + 1,
];

export function hostileText(random: Random): string {
  if (random.chance(0.6)) return random.pick(ODD_TEXTS);
  if (random.chance(0.3)) return anyCharacters(random, 1 + random.below(40));
  const piece = random.chance(0.5) ? anyCharacters(random, 1 + random.below(4)) : random.pick(ODD_TEXTS.slice(10));
  const length = random.pick([50, 128, 129, 255, 256, 1_000, 4_001, 20_001]);
  return piece.repeat(Math.ceil(length / Math.max(1, piece.length))).slice(0, length);
}

/** Of all Unicode, lone surrogates included. */
function anyCharacters(random: Random, count: number): string {
  const ranges = [0x20, 0x80, 0x300, 0x3000, 0xd800, 0x10000, 0x110000];
  return Array.from({ length: count }, () => String.fromCodePoint(random.below(random.pick(ranges)))).join('');
}

export function hostileNumber(random: Random): number {
  return random.chance(0.7) ? random.pick(ODD_NUMBERS) : (random.next() - 0.5) * 10 ** random.below(300);
}

/** Any JSON value, also large and deep ones. */
export function hostileJson(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 9);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return hostileNumber(random);
  if (kind < 5) return hostileText(random);
  if (kind === 5) return nested(random);
  if (kind === 6) return Array.from({ length: random.pick([0, 1, 3, 200]) }, () => hostileJson(random, depth + 2));
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [hostileKey(random), hostileJson(random, depth + 1)]),
  );
}

export function hostileKey(random: Random): string {
  return random.chance(0.4) ? random.pick(PROTOTYPE_NAMES) : hostileText(random).slice(0, 60);
}

function nested(random: Random): unknown {
  let value: unknown = 1;
  for (let depth = random.pick([5, 40, 60, 64, 100, 500, 2_000]); depth > 0; depth -= 1)
    value = random.chance(0.5) ? [value] : { a: value };
  return value;
}
