/**
 * Is this message about health at all? The first gate of triage, as a score: strong health words and vocabulary terms
 * against words of other trades. It leans towards yes: a health question turned away is worse than an odd one let in.
 */

import type { TermMatch } from '../vocabulary/find-terms.ts';
import { MEDICAL_ENDING, NOT_MEDICAL, OTHER_WORDS, STRONG_WORDS, WEAK_WORDS } from './words.ts';

export type HealthScore = { health: boolean; score: number; words: string[]; other: number };

type Lexicon = { words: Set<string>; stems: string[] };

const STRONG = lexicon(STRONG_WORDS);
const WEAK = lexicon(WEAK_WORDS);
const OTHER = lexicon(OTHER_WORDS);

/** A strong word or two weak ones. */
const ENOUGH = 2;

/** Vocabulary terms that everyday talk uses for other things: they count like weak words. */
const EVERYDAY =
  /^(?:(?:a |the )?cold|weight|height|iron|lead|stress|burns?|falls?|steps?|temperature|sugar|fat|shock|cut|gas|drops?|tired(?:ness)?|weak(?:ness)?|hot|pressure|pulse|heart|brain|skin|eyes?|back|head|hair|hands?|foot|feet|legs?|arms?|face|nose|mouth|chest|bones?|ears?|neck|lead|gold|silver|milk|eggs?|nuts?|peanuts?|fish|wheat|soy|latex|dust|pollen|cats?|dogs?|penicillin|shellfish|strawberr(?:y|ies)|clinic|hospital|pharmacy|sleep|worry|worried|nervous|energy|water|test|anger|angry|confused|confusion|lost|memory|blind|sensitive|dry|itch|calcium|zinc|oxygen|alcohol|smoking|scan|operation|surgery center|lump|spots?|bite|bump|period|discharge|strain|attack|birth|delivery|age|rate)$/i;

/** Ways of asking that make a weak word health talk. */
const HEALTH_FRAMES: readonly RegExp[] = [
  /\b(?:weight|weigh|temperature|temp|pulse|height|sugar|pressure)\b.{0,12}\d.{0,6}(?:kg|lbs?|pounds|cm|°|degrees|bpm|mmhg|mg|mmol)/,
  /\b(?:symptoms?|signs?|causes?|treatments?|treatment options|cure|remedy|remedies|prognosis|outlook|complications?|side effects?|risks?) (?:of|for)\b/,
  /\b(?:what|which) (?:causes?|would cause|can cause|triggers?|helps?(?: with)?|relieves?|cures?|makes? you)\b/,
  /\b(?:how (?:do|can|should|would|to|is|are)|ways? to)\b.{0,25}\b(?:treat|cure|prevent|diagnose|get rid of|relieve|heal|stop|ease|manage|cope|catch|test(?:ed)? for)/,
  /\b(?:life expectancy|go away|on its own|by itself|run in families|inherited|how many people are affected|genetic changes)\b/,
  /\b(?:safe|ok|okay|bad|good|dangerous|harmful) (?:for you|for me|to (?:take|eat|drink|use|exercise))\b/,
  /\b(?:i|i'm|i've|he|she|my (?:son|daughter|wife|husband|mother|father|mom|dad|baby|child)|we|you)\b.{0,12}\b(?:feel|feels|feeling|felt|suffer|suffers|suffering|experiencing|diagnosed|recovering|been having|can't (?:breathe|sleep|stop|move)|cannot (?:breathe|sleep|move)|trouble (?:sleeping|breathing|swallowing))\b/,
  /\bmy (?:\w+ )?(?:\w+) (?:is|are|has been|have been|feels?|keeps?|got|gets?|looks?) (?:\w+ )?(?:sore|red|stiff|numb|swollen|tight|itchy|burning|weak|dry|tender|hot|cold|throbbing|twitching|bleeding|aching)\b/,
  /\b(?:mg|mcg|ml|iu|mmhg|bpm|mg\/dl|mmol\/l|kg\/m2) ?\b.{0,20}\b(?:a day|daily|twice|once|every)\b/,
  /\b(?:take|taking|took|on|prescribed) \S+ ?\d+ ?(?:mg|mcg|g|ml|iu|units?)\b/,
];

/** Ways of asking that nobody uses outside medicine. */
const MEDICAL_FRAMES: readonly RegExp[] = [
  /\b(?:conditions?|allergies|medications?|symptoms|diagnos[ei]s|appointments?|results) (?:do|am|did|have) i\b/,
  /\b(?:symptoms?|warning signs?|treatments?|side effects?|complications?|prognosis|outlook) (?:of|for|from)\b/,
  /\bside[- ]effects?\b|\bover the counter\b|\bmental health\b/,
  /\b(?:brand names?|the action|the dosage|special precautions?|safety concerns?|dietary instructions) (?:of|about|for|should)\b/,
  /\b(?:who should get|why get vaccinated|what special dietary|how many people are affected by|genetic changes|how (?:should|does) \w+ (?:be used|interact))\b/,
  /\b(?:ever|just|will|does|do|can) .{0,30}\bgo away\b/,
  /\b(?:be|been|is) (?:completely )?(?:cured|reversed|contagious)\b|\bhow (?:serious|contagious|deadly) is\b/,
  /\b(?:contagious|run in families|curable|treatable|hereditary|diagnosed|life[- ]threatening|flare[- ]?ups?)\b/,
];

/** Somebody has it: then other trades' words only say where ("I get a headache when I code"). */
const SUFFERS =
  /\b(?:i|we|he|she)(?:'ve|'m)? (?:\w+ )?(?:have|has|had|get|gets|got|getting|feel|feels|suffer|suffers|having)\b(?! to\b)/;

/** A question in which one weak word is enough: "What do bulging eyes indicate?", "What happens when you choke?". */
const BODY_QUESTION =
  /\b(?:mean|means|indicate|indicates|caused by|cared for|worry about|be corrected|recover from|be removed|look like|feel like|is it normal|normal to|what happens (?:if|when) you(?:r)?|how do (?:you|i) (?:get|know if|fix|check|heal)|can you (?:get|die|live|pop|fully)|why (?:do|does|is|are|am) (?:my|your|i|you|our|the)|should (?:i|you) (?:take|use|put|see|avoid|stop)|what can i (?:take|do|use)|best for|prevented?|triggers?|types? of|treatment)\b/;

/** Turns of phrase that use medical words for something else. */
const FIGURES: readonly RegExp[] = [
  /\b(?:heart|pulse|nerve|back|face|head|foot|shoulder|mouth|spine) of (?:the|a|an|my|our|this) (?!patient|baby|child|man|woman|body)\w+/,
  /\b(?:computer|laptop|pc|phone|system|software|email|macbook|windows|website|server)\b.{0,25}\b(?:virus|viruses|infected|bug|bugs|worm|sick|crash\w*|healthy|health|dead|died)\b/,
  /\b(?:virus|infected|worm|bug|health)\b.{0,25}\b(?:computer|laptop|pc|phone|system|software|device|battery|server|file|website)\b/,
  /\b(?:stock|market|economy|company|business|team|budget|bank|financ\w+|relationship|competition|server|project|portfolio|battery|system)s?\b.{0,20}\b(?:is|are|looks?|seems?|remains?) (?:\w+ )?(?:healthy|sick|ill|toxic|infected|depressed|in pain|bleeding|paralysed|paralyzed)\b/,
  /\bhealthy (?:stock|market|economy|profit|margin|budget|balance|competition|skepticism|scepticism)/,
  /\b(?:health (?:plan|insurance|benefits|coverage|code|check endpoint)|battery health|sick days?|sick leave)\b/,
  /\b(?:what|which|how|where|when|why)\b.{0,30}\bdid\b.{0,40}\b(?:die|died)\b|\bcause of death\b|\b(?:cancer|disease|drugs?) did\b/,
  /\bpain points?\b|\bis (?:such |just )?a (?:real |huge |total )?pain in the \w+|\bpain in the (?:neck|ass|butt) (?:to|of|when|that)\b|\b(?:headache|nightmare|pain) (?:to|of) (?:debug|configure|install|deploy|manage|refactor)\w*\b/,
  /\b(?:heart attack grill|heart[- ]shaped|head (?:office|coach|of state)|blood type of|blood (?:diamond|moon|orange)|broken heart|change of heart|heart to heart|skin care routine for my phone|back ?(?:pack|up|ground|yard))\b/,
  /\b(?:cold (?:brew|war|case|wallet|call|weather|front)|burn(?:ing)? (?:a cd|the cd|man)|fever pitch|gold fever|cabin fever|cancer (?:zodiac|horoscope|sign)|(?:zodiac|horoscope|star sign))\b/,
  /\b(?:set|add|create|remove|delete|cancel|play|book|find|search|rate|give|order|remind|schedule)\b.{0,40}\b(?:alarm|playlist|calendar|song|album|movie|movies|restaurant|table|reminder|event|stars|points|saga|painting|soundtrack|list)\b/,
];

export function healthScore(text: string, terms: readonly TermMatch[] = []): HealthScore {
  const plain = plainText(text);
  const words = tokens(plain);
  const found = new Set<string>();
  let score = 0;
  const weak = new Set<string>();
  let other = 0;
  for (const word of words) {
    if (has(OTHER, word)) other += 1;
    else if (has(STRONG, word) || medicalEnding(word)) {
      if (!found.has(word)) score += 2;
      found.add(word);
    } else if (has(WEAK, word)) weak.add(word);
  }
  for (const { term, text: written } of terms) {
    const key = written.toLowerCase();
    if (found.has(key) || term.kind === 'organization' || term.kind === 'allergen') continue;
    const everyday = EVERYDAY.test(key) || term.kind === 'body_site' || has(WEAK, key) || has(OTHER, key);
    if (everyday) {
      if (!has(OTHER, key)) weak.add(key);
      continue;
    }
    if (![...found].some((word) => key.includes(word))) score += 2;
    found.add(key);
  }
  score += weak.size + (MEDICAL_FRAMES.some((frame) => frame.test(plain)) ? 2 : 0);
  const frames = HEALTH_FRAMES.filter((frame) => frame.test(plain)).length;
  if (weak.size + found.size > 0 || frames > 1) score += Math.min(frames, 2);
  if (found.size > 0 && SUFFERS.test(plain)) score += 2;
  score -= Math.min(other, 3);
  score -= 3 * FIGURES.filter((figure) => figure.test(plain)).length;
  const enough = other === 0 && BODY_QUESTION.test(plain) ? ENOUGH - 1 : ENOUGH;
  return { health: score >= enough, score, words: [...found, ...weak], other };
}

function medicalEnding(word: string): boolean {
  return word.length > 6 && !word.includes('-') && MEDICAL_ENDING.test(word) && !NOT_MEDICAL.has(word);
}

/** Lower case, straight apostrophes, single spaces: what all of triage's patterns are written against. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’´`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Single words, and neighbouring pairs joined by a hyphen: "blood pressure" also as "blood-pressure". */
function tokens(plain: string): string[] {
  const words = plain.match(/mg\/dl|mmol\/l|[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}-${word}`)];
}

function lexicon(list: string): Lexicon {
  const entries = list.split(/\s+/).filter(Boolean);
  return {
    words: new Set(entries.filter((entry) => !entry.endsWith('*'))),
    stems: entries.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1)),
  };
}

function has({ words, stems }: Lexicon, word: string): boolean {
  if (words.has(word)) return true;
  const pair = word.includes('-');
  return stems.some((stem) => word.startsWith(stem) && pair === stem.includes('-'));
}
