/** Phrases that use medical words for something else: "my computer has a virus", "the heart of the city". */

import { patternsOf } from '../text/patterns.ts';
import { holdsAny } from '../text/word-sets.ts';

const { pattern } = patternsOf('triage', 'figures');

/** Parts of words, one of which a message must contain for the pattern to be tried. */
const FIGURES: readonly (readonly [parts: string, pattern: RegExp])[] = [
  [
    'of the,of a,of my,of our,of this',
    /\b(?:heart|pulse|nerve|back|face|head|foot|shoulder|mouth|spine) of (?:the|a|an|my|our|this) (?!patient|baby|child|man|woman|body)\w+/,
  ],
  ['virus,infected,bug,worm,sick,crash,health,dead,died', pattern('FIGURES.ill_machine', '')],
  ['virus,infected,worm,bug,health', pattern('FIGURES.infected_machine', '')],
  ['healthy,sick,ill,toxic,infected,depressed,in pain,bleeding,paraly', pattern('FIGURES.ill_business', '')],
  ['healthy ', /\bhealthy (?:stock|market|economy|profit|margin|budget|balance|competition|skepticism|scepticism)/],
  [
    'health ,battery health,sick',
    /\b(?:health (?:plan|insurance|benefits|coverage|code|check endpoint)|battery health|sick days?|sick leave)\b/,
  ],
  [
    'did,cause of death',
    /\b(?:what|which|how|where|when|why)\b.{0,30}\bdid\b.{0,40}\b(?:die|died)\b|\bcause of death\b|\b(?:cancer|disease|drugs?) did\b/,
  ],
  [
    'heart attack',
    /\b(?:prices?|bills?|news|jump scare|he|she|they|you|it) (?:nearly |almost )?(?:gave|giving|gives) (?:me|us) a (?:\w+ )?heart attack\b/,
  ],
  ['pain,headache,nightmare', pattern('FIGURES.pain_as_figure', '')],
  ['heart,head,blood,skin care,back', pattern('FIGURES.body_in_names', '')],
  ['cold ,burn,fever,cancer,zodiac,horoscope,star sign', pattern('FIGURES.illness_in_names', '')],
  [
    'alarm,playlist,calendar,song,album,movie,restaurant,table,reminder,event,stars,points,saga,painting,soundtrack,list',
    pattern('FIGURES.command_with_title', ''),
  ],
];

const GUARDED = FIGURES.map(([parts, pattern]) => ({ parts: parts.split(','), pattern }));

export function hasFigure(plain: string): boolean {
  return GUARDED.some(({ parts, pattern }) => holdsAny(plain, parts) && pattern.test(plain));
}
