/** Turns of phrase that use medical words for something else: "my computer has a virus", "the heart of the city". */
import { holdsAny } from '../text/word-sets.ts';

/** Parts of words, one of which must stand in a message for the pattern to be worth trying. */
const FIGURES: readonly (readonly [parts: string, pattern: RegExp])[] = [
  [
    'of the,of a,of my,of our,of this',
    /\b(?:heart|pulse|nerve|back|face|head|foot|shoulder|mouth|spine) of (?:the|a|an|my|our|this) (?!patient|baby|child|man|woman|body)\w+/,
  ],
  [
    'virus,infected,bug,worm,sick,crash,health,dead,died',
    /\b(?:computer|laptop|pc|i?phone|ipad|mac|android|router|network|usb|disk|drive|system|software|email|macbook|windows|website|server)\b.{0,25}\b(?:virus|viruses|infected|bug|bugs|worm|sick|crash\w*|healthy|health|dead|died)\b/,
  ],
  [
    'virus,infected,worm,bug,health',
    /\b(?:virus|viruses|infected|worm|bug|health)\b.{0,25}\b(?:computer|laptop|pc|phone|system|software|device|battery|server|file|website)\b/,
  ],
  [
    'healthy,sick,ill,toxic,infected,depressed,in pain,bleeding,paraly',
    /\b(?:stock|market|economy|company|business|team|budget|bank|financ\w+|relationship|competition|server|project|portfolio|battery|system)s?\b.{0,20}\b(?:is|are|looks?|seems?|remains?) (?:\w+ )?(?:healthy|sick|ill|toxic|infected|depressed|in pain|bleeding|paralysed|paralyzed)\b/,
  ],
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
  [
    'pain,headache,nightmare',
    /\bpain points?\b|\b(?:he|she|they|you|it)(?:'s|'re| is| are) such a pain\b|\bis (?:such |just )?a (?:real |huge |total )?pain in the \w+|\bpain in the (?:neck|ass|butt) (?:to|of|when|that)\b|\b(?:headache|nightmare|pain) (?:to|of) (?:debug|configure|install|deploy|manage|refactor)\w*\b/,
  ],
  [
    'heart,head,blood,skin care,back',
    /\b(?:heart attack grill|heart[- ]shaped|head (?:office|coach|of state)|blood type of|blood (?:diamond|moon|orange)|broken heart|change of heart|heart to heart|skin care routine for my phone|back ?(?:pack|up|ground|yard))\b/,
  ],
  [
    'cold ,burn,fever,cancer,zodiac,horoscope,star sign',
    /\b(?:cold (?:brew|war|case|wallet|call|weather|front)|burn(?:ing)? (?:a cd|the cd|man)|fever pitch|gold fever|cabin fever|cancer (?:zodiac|horoscope|sign)|(?:zodiac|horoscope|star sign))\b/,
  ],
  [
    'alarm,playlist,calendar,song,album,movie,restaurant,table,reminder,event,stars,points,saga,painting,soundtrack,list',
    /\b(?:set|add|create|remove|delete|cancel|play|book|find|search|rate|give|order|remind|schedule)\b.{0,40}\b(?:alarm|playlist|calendar|song|album|movie|movies|restaurant|table|reminder|event|stars|points|saga|painting|soundtrack|list)\b/,
  ],
];

const GUARDED = FIGURES.map(([parts, pattern]) => ({ parts: parts.split(','), pattern }));

export function hasFigure(plain: string): boolean {
  return GUARDED.some(({ parts, pattern }) => holdsAny(plain, parts) && pattern.test(plain));
}
