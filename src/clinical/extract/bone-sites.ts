/**
 * A bone density is measured at several places: "DEXA: hip -2.7, spine -3.1", "T-score -2.8 at the spine and -1.9 at the hip". Each T-score is
 * that of its place, so that a hip is not compared with a spine.
 */
import type { Value } from '../quantities/read-value.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import type { Named } from './implied-names.ts';

const { pattern } = patternsOf('extract', 'bone-sites');

const T_SCORE = 'Bone density T-score';
const NEEDED = wordSet('hip hips spine spinal lumbar femoral femur');
/** A place and the score that follows it, where a bone density was spoken of not far before. */
const BEFORE_SCORE = pattern('BEFORE_SCORE', 'gi');
const SPOKEN_OF = pattern('SPOKEN_OF', 'i');
const AFTER_SCORE = pattern('AFTER_SCORE', 'iy');
const REACH = 120;

/** With the places that stand for their T-score. */
export function withBoneSites(text: string, names: readonly Named[]): Named[] {
  if (!hasAny(readingOf(text).words, NEEDED)) return [...names];
  const sites = matchesOf(BEFORE_SCORE, text)
    .filter(({ index }) => SPOKEN_OF.test(text.slice(Math.max(0, index - REACH), index)))
    .map(({ index, 0: said }) => ({ name: scoreOf(said), start: index, end: index + said.length, fits: isScore }))
    .filter(({ start, end }) => names.every((other) => other.end <= start || end <= other.start));
  return [...names, ...sites].sort((a, b) => a.start - b.start);
}

/** "-2.8 at the spine": the name of a T-score whose place is said after it. */
export function testOfSite(text: string, name: string, { end }: Value): string {
  AFTER_SCORE.lastIndex = end;
  const site = name === T_SCORE ? AFTER_SCORE.exec(text)?.[1] : undefined;
  return site ? scoreOf(site) : name;
}

function scoreOf(site: string): string {
  return /hip|fem/i.test(site) ? 'Hip T-score' : 'Spine T-score';
}

function isScore({ number, unit }: Value): boolean {
  return number !== undefined && number >= -6 && number <= 5 && (unit === undefined || unit === 'score');
}
