/** What is wrong with the patterns of the project, and which of them need no look: linear.txt has the keys of those that were analysed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONGEST_RUN } from '../../src/platform/spaces.ts';
import { superLinear } from './super-linear.ts';
import type { Placed } from './written.ts';

/** A key a line, sorted; `npm run patterns` writes it. */
export const LINEAR = join(import.meta.dirname, 'linear.txt');

/** These get texts whose runs of spaces were shortened (src/platform/spaces.ts). All others get texts as they come. */
const SHORT_SPACES = /^src\/(?:clinical|teams\/[^/]+\/offline)\//;

export function complaints(patterns: readonly Placed[]): string[] {
  const distinct = new Map(patterns.map((one) => [keyOf(one), one]));
  return [...distinct.values()].flatMap((pattern) => {
    const found = superLinear({ ...pattern, source: sourceOf(pattern) });
    return found.length > 0 ? [`${pattern.file}: ${found.join('; ')} in /${pattern.source.slice(0, 120)}/`] : [];
  });
}

export function notYetAnalysed(patterns: readonly Placed[]): Placed[] {
  const known = new Set(readFileSync(LINEAR, 'utf8').split('\n'));
  return patterns.filter((pattern) => !known.has(keyOf(pattern)));
}

export function keyOf(pattern: Placed): string {
  return createHash('sha256')
    .update(`${sourceOf(pattern)}/${pattern.flags}`)
    .digest('hex')
    .slice(0, 16);
}

function sourceOf({ file, source }: Placed): string {
  if (!SHORT_SPACES.test(file)) return source;
  return source.replaceAll('\\s*', `\\s{0,${LONGEST_RUN}}`).replaceAll('\\s+', `\\s{1,${LONGEST_RUN}}`);
}

/** With `i`, V8 needs several times as long for a pattern with `u` as for one without. */
export function needlessUnicode({ source, flags }: Placed): boolean {
  return /i.*u|u.*i/.test(flags) && !/\\[pP]\{|\\u\{|[\u{10000}-\u{10ffff}]/u.test(source);
}
