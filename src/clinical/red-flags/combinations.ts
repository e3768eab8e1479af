/**
 * Medicines in one message that must not be combined, by the interactions table. What is contraindicated always counts; what is
 * serious counts where somebody takes both, has just begun one or asks to.
 */

import { type Conflict, conflicts, substancesIn, swallowedIn } from '../medicines/interactions.ts';
import { isIll } from '../message/same-story.ts';
import { understand } from '../message/understand.ts';
import { type Clause, isWorld } from '../message/understanding.ts';
import { memoized } from '../text/cache.ts';
import { countWords } from '../text/count-words.ts';
import { patternsOf } from '../text/patterns.ts';
import { straight } from '../text/straight.ts';
import { wordSet } from '../text/word-sets.ts';
import { type Message, type Span, says } from './words.ts';

const { pattern } = patternsOf('red-flags', 'combinations');

/** A question for a pharmacist, and no emergency by itself. */
export const COMBINATION = 'dangerous_combination';

const TAKES = pattern('TAKES', 'i');
const GENERAL = pattern('GENERAL', 'i');
/** "Is it safe to take … with …": who asks that has both at hand. */
const ASKS_PERMISSION = pattern('ASKS_PERMISSION', 'i');
const ASKS_WHY = /^\s*(?:why|what|how|which|describe|list)\b|\bin general\b/i;
/** "I was told not to take … with …, so I don't". */
const AVOIDED = pattern('AVOIDED', 'i');
const OWN = /\b(?:i|i'm|im|i've|my|me|he|she|his|her|dad|mum|mom)\b/i;
const SPEAKS = /\b(?:i|i'm|im|i've|me|he|she)\b/i;
const REFERS =
  /\b(?:that|it|them|those|both|either|together|did|do|took|takes?|taken|taking|mix\w*|drank|had|have|has)\b/i;
const STOPPED = pattern('STOPPED', 'i');
const REPLACED = pattern('REPLACED', 'i');
const NOT_REPLACED = pattern('NOT_REPLACED', 'i');
const NOT_TAKEN = pattern('NOT_TAKEN', 'i');
const RELAPSED = pattern('RELAPSED', 'i');
/** Somebody has left off what the last word names. */
const OFF = pattern('OFF', 'gi');
const LONG = /\b(?:years?|yrs?|months|decades?)\b|\b(?:since|in) (?:19|20)\d\d\b|\b(?:ex|former)\b/i;
/** Who takes it is the subject of the clause. */
const TAKEN_BY = pattern('TAKEN_BY', 'i');
const PASSED_ON = pattern('PASSED_ON', 'i');
const CARER = /\b(?:doctor|dr|gp|nurse|pharmacist|dentist|surgeon|hospital|consultant|specialist|clinic)\b/i;
/** "If I got pregnant": a plan, not a danger of today. */
const STATE = new Set(['pregnancy', 'breastfeeding']);
const PLANNED = /\b(?:if|trying|planning|plan|want|wants|before|when i get|become)\b/i;
/** Street names and short ones that the tables leave out. */
const STREET_NAMES = new Map(
  Object.entries({
    perc: 'percocet',
    percs: 'percocet',
    xan: 'xanax',
    xans: 'xanax',
    oxy: 'oxycodone',
    oxys: 'oxycodone',
    benzo: 'diazepam',
    benzos: 'diazepam',
    opioid: 'oxycodone',
    opioids: 'oxycodone',
    nitro: 'nitroglycerin',
    nitrates: 'nitroglycerin',
    angina: 'nitroglycerin',
    gtn: 'nitroglycerin',
    ismn: 'isosorbide mononitrate',
    mtx: 'methotrexate',
    simva: 'simvastatin',
    etoh: 'alcohol',
    xanex: 'xanax',
    isosorbide: 'isosorbide mononitrate',
    excedrin: 'aspirin',
    // Also what was meant by "alochol".
    alcohol: 'alcohol',
    pints: 'alcohol',
    pint: 'alcohol',
    lager: 'alcohol',
    cider: 'alcohol',
    tipsy: 'alcohol',
    zopiclone: 'zolpidem',
    poppers: 'nitroglycerin',
    drinks: 'alcohol',
    drinking: 'alcohol',
    beers: 'alcohol',
    vodka: 'alcohol',
    whiskey: 'alcohol',
    whisky: 'alcohol',
    gin: 'alcohol',
    rum: 'alcohol',
    booze: 'alcohol',
    drunk: 'alcohol',
    brandy: 'alcohol',
    champagne: 'alcohol',
    cocktails: 'alcohol',
  }),
);
/** "Can I drink with Ativan?": nobody means water. */
const DRINK = /\bdrink(?= (?:with|on|while|when|after|if|before|tonight|alcohol)\b|[?.!,]|$)/i;
/** "The little spray for under my tongue". */
const UNDER_TONGUE = /\b(?:spray|tablets?|pills?)\b[^.]{0,25}\bunder (?:the|my|his|her) tongue\b/i;
const DRINKS = wordSet('drink drinks');
const TONGUE = wordSet('tongue');
const MOST_SUBSTANCES = 12;
/** Longer than any message about two medicines. */
const MOST_LETTERS = 4000;
/** "Viagra and nitroglycerin": nothing but the names. */
const BARE_WORDS = 6;

type Naming = { told: string; stopped: readonly string[]; behind: string; list: boolean; asked: string; own: boolean };
const NOT_NAMED: Naming = { told: '', stopped: [], behind: '', list: false, asked: '', own: false };
type Combination = { evidence: Span; advice: string };

export function dangerousCombination(message: Message): Combination | null {
  const text = straight(message.text).slice(0, MOST_LETTERS);
  const slang: string[] = [];
  for (const { fold } of message.tokens) {
    const name = STREET_NAMES.get(fold);
    if (name) slang.push(name);
  }
  if (DRINK.test(text) && says(message, DRINKS)) slang.push('alcohol');
  if (UNDER_TONGUE.test(text) && says(message, TONGUE)) slang.push('nitroglycerin');
  const names = [...new Set(swallowedIn(slang.length > 0 ? `${text} ${slang.join(', ')}` : text))].slice(
    0,
    MOST_SUBSTANCES,
  );
  if (names.length < 2) return null;
  const dangerous = dangerousAmong(names.join(BETWEEN_NAMES));
  const mostSevere = dangerous.length > 0 ? dangerous.find(({ between }) => areTakenByOne(text, between)) : undefined;
  if (!mostSevere) return null;
  const { told, stopped, behind, list, asked, own } = clausesNaming(text);
  if (!(TAKES.test(behind) || ASKS_PERMISSION.test(told) || list)) return null;
  if (GENERAL.test(asked) && !own && (ASKS_WHY.test(asked) || !ASKS_PERMISSION.test(asked))) return null;
  if (told === '' || AVOIDED.test(behind)) return null;
  if (REPLACED.test(asked) && !NOT_REPLACED.test(text)) return null;
  const isOver =
    stopped.some((words) => namedIn(words).some((name) => mostSevere.between.includes(name))) && !RELAPSED.test(text);
  if (mostSevere.severity !== 'contraindicated' && (isOver || NOT_TAKEN.test(behind))) return null;
  if (mostSevere.between.some((name) => STATE.has(name)) && PLANNED.test(told)) return null;
  const [first, last] = [message.tokens[0], message.tokens.at(-1)];
  if (!first || !last) return null;
  const evidence = { start: first.start, end: last.end };
  const [one, other] = mostSevere.between;
  return {
    evidence,
    advice: [
      `${one} and ${other} together can be dangerous: ${mostSevere.why} (${mostSevere.source}).`,
      'Do not take the next dose of both before a pharmacist or doctor has said so,',
      'and do not stop a prescribed medicine on your own.',
      'If both have been taken and there is faintness, chest pain, bleeding, great drowsiness, slow breathing or confusion,',
      '{emergency}; otherwise ring a pharmacist, your doctor or {poison} today.',
    ].join(' '),
  };
}

const BETWEEN_NAMES = '|';

/** The gravest first. */
const dangerousAmong = memoized(
  (names): readonly Conflict[] =>
    conflicts(names.split(BETWEEN_NAMES), [], []).filter(
      ({ kind, severity }) => kind === 'interaction' && (severity === 'contraindicated' || severity === 'serious'),
    ),
  500,
);

/**
 * What the message says where it names a medicine. `told`: these clauses, empty if all of it is over or of who has died; `behind`: with the
 * clause after each, which may say that it is avoided. `list`: one of them is nothing but names. `stopped`: those that say that
 * something was. `asked`: the sentences with names. `own`: somebody takes what is named.
 */
function clausesNaming(text: string): Naming {
  const { clauses } = understand(text);
  const wordsOf = (clause: Clause | undefined): string => (clause ? text.slice(clause.start, clause.end) : '');
  const naming = clauses.filter((clause) => !isWorld(clause.reality) && isNaming(wordsOf(clause)));
  if (naming.every(({ reality }) => reality === 'past')) return NOT_NAMED;
  const sentences = new Set(naming.map(({ sentence }) => sentence));
  const named = clauses.filter(({ sentence }) => sentences.has(sentence));
  /** The clause after one; of another sentence only what refers to them or tells of an illness: "I take both", not "I used to smoke". */
  const goingOn = (clause: Clause): Clause | undefined => {
    const next = clauses[clauses.indexOf(clause) + 1];
    return next && (next.sentence === clause.sentence || REFERS.test(wordsOf(next)) || isIll(text, next))
      ? next
      : undefined;
  };
  return {
    told: naming.map(wordsOf).join(' '),
    stopped: naming.map(wordsOf).filter((words) => STOPPED.test(words)),
    behind: naming.map((clause) => wordsOf(clause) + wordsOf(goingOn(clause))).join(' '),
    list: naming.some((clause) => isBareList(wordsOf(clause))),
    asked: named.map(wordsOf).join(' '),
    own:
      naming.some((clause) => SPEAKS.test(wordsOf(clause))) ||
      named.some((clause) => OWN.test(wordsOf(clause)) || isTaken(wordsOf(goingOn(clause)))),
  };
}

/** Not "he is on warfarin and I take ibuprofen", nor with one that somebody has been off for years. In doubt it is one person. */
function areTakenByOne(text: string, [one, other]: readonly [string, string]): boolean {
  if (PASSED_ON.test(text)) return true;
  const { clauses } = understand(text);
  const naming = clauses.map((clause) => ({ clause, words: text.slice(clause.start, clause.end) }));
  const [of, and] = [one, other].map((name) => naming.filter(({ words }) => namedIn(words).includes(name)));
  if (!of?.length || !and?.length) return true;
  if (
    !RELAPSED.test(text) &&
    (of.every(({ words }) => isLongOff(words, one)) || and.every(({ words }) => isLongOff(words, other)))
  )
    return false;
  if (![...of, ...and].every(({ words }) => TAKEN_BY.test(words) && !CARER.test(words))) return true;
  const takers = new Set(of.map(({ clause }) => clause.subject));
  const others = new Set(and.map(({ clause }) => clause.subject));
  const isOne = takers.size > 1 || others.size > 1 || and.some(({ clause }) => takers.has(clause.subject));
  return isOne || !(takers.has('self') || others.has('self'));
}

/** "Three years clean from heroin": where nothing else in the clause names it. */
function isLongOff(words: string, name: string): boolean {
  return LONG.test(words) && !namedIn(words.replace(OFF, ' ')).includes(name);
}

function namedIn(words: string): readonly string[] {
  const slang = (words.match(/\w+/g) ?? []).flatMap((word) => STREET_NAMES.get(word.toLowerCase()) ?? []);
  return substancesIn(slang.length > 0 ? `${words} ${slang.join(', ')}` : words);
}

/** "My husband takes both" is about what was named before, "my sister lives in Canada" is not; whoever says "I" may mean it. */
function isTaken(words: string): boolean {
  return SPEAKS.test(words) || (OWN.test(words) && REFERS.test(words));
}

function isNaming(words: string): boolean {
  return (
    substancesIn(words).length > 0 ||
    DRINK.test(words) ||
    UNDER_TONGUE.test(words) ||
    (words.match(/\w+/g) ?? []).some((word) => STREET_NAMES.has(word.toLowerCase()))
  );
}

function isBareList(words: string): boolean {
  return countWords(words) <= BARE_WORDS && !GENERAL.test(words);
}
