/**
 * Finds code that is written twice in the artifact, as copy-paste detectors do: every window of 50 tokens is looked up among the earlier
 * ones by a rolling hash, and a match is extended as far as it goes. Linear in the number of tokens.
 * A package for this (jscpd) reads folders and brings its own tokenizers for 150 languages; one file needs neither.
 */
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf } from './artifact.ts';

export const DUPLICATES = 'duplicates';

/** Both as in jscpd. */
const WINDOW = 50;
const MIN_LINES = 5;

const BASE = 16_777_619;
const TOKEN = /[\p{L}\p{N}_$]+|[^\s]/gu;

type Token = { text: string; hash: number; line: number };
export type Duplicate = { line: number; lines: number; of: number };

export function findDuplicates({ text, analysis_type }: Artifact): Analysis {
  const findings = findingsOf(DUPLICATES);
  const found = duplicatesIn(text);
  if (analysis_type === 'quality' || analysis_type === 'patterns')
    for (const { line, lines, of } of found) {
      const message = `${lines} lines are the same as those from line ${of}.`;
      findings.add('duplicated-code', {
        severity: 'minor',
        message,
        at: { line },
        fix: 'Write it once, as a function.',
      });
    }
  return findings.with({ duplicated_lines: found.reduce((sum, { lines }) => sum + lines, 0) });
}

export function duplicatesIn(text: string): Duplicate[] {
  const tokens = tokensOf(text);
  const hashes = windowHashes(tokens);
  const first = new Map<number, number>();
  const found: Duplicate[] = [];
  let noted = 0;
  for (let at = 0; at < hashes.length; ) {
    // A window is known once it ends before this one begins: nothing duplicates itself.
    for (; noted + WINDOW <= at; noted += 1) {
      const hash = hashes[noted] ?? 0;
      if (!first.has(hash)) first.set(hash, noted);
    }
    const earlier = first.get(hashes[at] ?? 0);
    const length = earlier === undefined ? 0 : sameFrom(tokens, earlier, at);
    if (earlier === undefined || length < WINDOW) {
      at += 1;
      continue;
    }
    const [line, end, of] = [tokens[at]?.line ?? 1, tokens[at + length - 1]?.line ?? 1, tokens[earlier]?.line ?? 1];
    if (end - line + 1 >= MIN_LINES) found.push({ line, lines: end - line + 1, of });
    at += length;
  }
  return found;
}

function tokensOf(text: string): Token[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      Array.from(line.matchAll(TOKEN), ([token]) => ({ text: token, hash: hashOf(token), line: index + 1 })),
    );
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

function windowHashes(tokens: readonly Token[]): number[] {
  let leaving = 1;
  for (let step = 0; step < WINDOW; step += 1) leaving = Math.imul(leaving, BASE);
  const hashes: number[] = [];
  let hash = 0;
  tokens.forEach((token, at) => {
    const old = tokens[at - WINDOW]?.hash ?? 0;
    hash = (Math.imul(hash, BASE) + token.hash - Math.imul(old, leaving)) | 0;
    if (at >= WINDOW - 1) hashes.push(hash);
  });
  return hashes;
}

/** How many tokens are the same, up to where the later text begins. */
function sameFrom(tokens: readonly Token[], earlier: number, later: number): number {
  let length = 0;
  while (
    later + length < tokens.length &&
    earlier + length < later &&
    tokens[earlier + length]?.text === tokens[later + length]?.text
  )
    length += 1;
  return length;
}
