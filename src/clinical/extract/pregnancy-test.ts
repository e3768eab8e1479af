/**
 * A pregnancy that is told by its test: "two lines", "the stick says yes", "a positive test!! about 5 weeks". A test that is only called
 * a test is one of pregnancy where weeks, joy or what belongs to it stand beside it, and no other test or infection is named.
 */
import { patternsOf } from '../text/patterns.ts';
import { termNamed } from '../vocabulary/find-terms.ts';
import type { Finding } from './complaints.ts';

const { pattern } = patternsOf('extract', 'pregnancy-test');

const PREGNANCY = termNamed('Pregnancy', ['condition']);
/** "My pregnancy test was positive". */
const NAMED = pattern('NAMED', 'i');
/** Says all by itself, unless another test is spoken of. */
const SURE = pattern('SURE', 'i');
/** A positive test, of whatever. */
const POSITIVE = pattern('POSITIVE', 'i');
/** How far along, what belongs to it, or how glad somebody is. */
const BESIDE = pattern('BESIDE', 'i');
const OTHER_TEST = pattern('OTHER_TEST', 'i');

export function byPregnancyTest(text: string): Finding[] {
  if (!PREGNANCY) return [];
  const named = NAMED.exec(text);
  const unnamed = named || OTHER_TEST.test(text) ? null : (SURE.exec(text) ?? bare(text));
  const found = named ?? unnamed;
  if (!found) return [];
  return [{ term: PREGNANCY, start: found.index, end: found.index + found[0].length, confidence: 0.8 }];
}

function bare(text: string): RegExpExecArray | null {
  const found = POSITIVE.exec(text);
  return found && BESIDE.test(text) ? found : null;
}
