/**
 * Rule 3: sharing and editing happen in the side panel, if the message asks for nothing else. A message is read clause by clause:
 * "Send it to Dr. Lee and delete the old one" is two requests and nothing else, "Send it to Dr. Lee. Is it too high?" is a request
 * and a question, and the question wins.
 */

import { patternsOf } from '../text/patterns.ts';
import { ANY_SECTION, listRequest, MEASURE, POLITE, WHOLE } from './sections.ts';

const { pattern, source } = patternsOf('triage', 'requests');

/** `enters`: it is to be written down, as in "note that I have a penicillin allergy", which may be told right there. */
export type Request = { rule: '2' | '3'; reply: string; enters?: boolean };

export type Requests = {
  /** Set if the message is a request and nothing else. */
  only: Request | null;
  /** Whether any clause is a request. */
  any: boolean;
  /** What is to be said of the first that is to share or edit. */
  panel?: string;
  /** What is left of the message without them. */
  rest: string;
};

type What = 'share' | 'edit' | 'enter';

/** Nobody asks for a list or an edit in more letters. */
const LONGEST = 240;
const MOST_WORDS_OF_A_CLAUSE = 16;

const SHARE = source('SHARE');
const EDIT = source('EDIT');
/** To put something in, as long as it is not said right there: "log my weight, 82 kg" has been read before this is answered. */
const ENTER = '(?:add|enter|log|record|note|mark|put|move|swap|switch)';
const ENTRY = source('ENTRY');
const CARE = source('CARE');

const BEGINS = new RegExp(`^${POLITE}(?:(${SHARE})|(${ENTER})|${EDIT}|show)\\b`);
const DATA = `(?:${ANY_SECTION}|${WHOLE}|${ENTRY})`;
const NAMES_DATA = new RegExp(
  `\\b(?:my|our|the|these|those|this|that|all|a copy of|a new|\\w+'s)\\b.{0,200}?\\b${DATA}\\b`,
);
/** "Add aspirin to my list", "mark asthma as resolved in my record": where it is to go. */
const INTO_DATA = new RegExp(
  `\\b(?:in|into|to|on|from) (?:my|the|our)\\b.{0,200}?\\b${DATA}\\b|\\ba(?:nother)? (?:new )?(?:\\w+ ){0,2}${DATA}\\b`,
);
const NAMES_MEASURE = new RegExp(`\\b(?:my|the|\\w+'s)\\b (?:\\w+ ){0,2}${MEASURE}\\b`);
/** "Let my physio see my notes", "give her access to my record", "make a PDF of my conditions". */
const OPENS = new RegExp(source('OPENS', { POLITE, DATA }));
const MAY_OPEN = /\b(?:let|allow|access|see|view|read|pdf|csv|copy|print-?out|export|file)\b/;
const POINTS =
  /\b(?:this|it|that|these|them|everything)(?: (?:info|information|data|message))?(?= (?:to|with|by|as|via|for|please)\b|[.!? ]*$)/;
const TO_CARE = new RegExp(
  `\\b(?:to|with|by) (?:(?:me|him|her|them)$|(?:(?:my|our|a|the|another|his|her) )?(?:[\\w-]+ ){0,2}${CARE}\\b)`,
);
const SHOWS = new RegExp(`^${POLITE}show\\b`);
const ASKS_HOW = /^(?:\w+,? )?(?:how|where|is there)\b/;

/** Asking leave to change a treatment is a medical question, not a request to edit a list. */
const ASKS_LEAVE = new RegExp(source('ASKS_LEAVE', { EDIT }));
/** "My date of birth is wrong, please correct it": the thing first, then the wish. A look at the end comes before the long pattern. */
const IS_WRONG = pattern('IS_WRONG', '');
const WRONG_AT_END = /\bwrong(?: \w{1,20}){0,2}$/;
const DATA_IS_WRONG = new RegExp(
  [
    `^(?:my|the)\\b.*\\b(?:${DATA}|${MEASURE})(?: of my \\w+)? ${IS_WRONG.source}`,
    `^i .*?\\bwrong (?:\\w+ )?(?:${DATA}|${MEASURE})$`,
    `^(?:you|they|y'all) (?:\\w{1,12} ){1,3}my (?:${DATA}|${MEASURE}) wrong$`,
  ].join('|'),
);
const PUTS_RIGHT = new RegExp(`^${POLITE}${EDIT}(?:$| (?:it|that|them|this|please)\\b)`);
/** "I need my records sent to the clinic." */
const WISHES = /^(?:please )?i(?:'d| (?:need|want|would)) /;
const DONE = new RegExp(source('DONE', { DATA }));
const LISTED = pattern('LISTED', '');
/** Says why, and no more. */
const EXPLAINS = pattern('EXPLAINS', '');
const COURTESY = pattern('COURTESY', '');
/** The rest of an enumeration: "share my conditions, medications and allergies". */
const MORE_DATA = new RegExp(`^(?:all )?(?:(?:of )?my |the )?(?:${ANY_SECTION})(?: (?:to|with|as|via) .*)?$`);

const CLAUSES =
  /\s*(?:(?<!\bdr)[.;:!?]{1,20}(?:\s+|$)|\s-+\s+(?:and |but |also )*|,\s+(?:and |but |also )*|\s+and(?: then| also)?\s+)\s*/;

/** `plain` comes from plainText. */
export function requestsIn(plain: string): Requests {
  if (plain.length > LONGEST) return { only: null, any: false, rest: plain };
  const list = listRequest(plain);
  if (list) return { only: { rule: '2', reply: list }, any: true, rest: '' };
  const asked: What[] = [];
  const rest: string[] = [];
  let wrong: string | null = null;
  for (const clause of plain.split(CLAUSES).filter(Boolean)) {
    const what = requestIn(clause) ?? (wrong && PUTS_RIGHT.test(clause) ? 'edit' : null);
    if (what) asked.push(what);
    else if ((asked.length > 0 || wrong) && (MORE_DATA.test(clause) || EXPLAINS.test(clause))) continue;
    else if (isWrong(clause)) wrong = clause;
    else if (!COURTESY.test(clause)) rest.push(clause);
  }
  const [first] = asked;
  if (!first) return { only: null, any: false, rest: plain };
  // "Put that in my chart": what was told is filed.
  const isFiled = asked.every((what) => what === 'enter');
  if (rest.length > 0)
    return { only: null, any: true, ...(!isFiled && { panel: panelReply(first) }), rest: rest.join('. ') };
  return { only: { rule: '3', reply: panelReply(first), enters: asked.includes('enter') }, any: true, rest: '' };
}

function isWrong(clause: string): boolean {
  return LISTED.test(clause) || ((IS_WRONG.test(clause) || WRONG_AT_END.test(clause)) && DATA_IS_WRONG.test(clause));
}

/** A clause that asks to share or to edit data of the record. */
function requestIn(clause: string): What | null {
  const done = WISHES.test(clause) ? DONE.exec(clause) : null;
  if (done) return done[1] ? 'share' : 'edit';
  if (MAY_OPEN.test(clause) && OPENS.test(clause)) return 'share';
  const begins = BEGINS.exec(clause);
  if (!begins || ASKS_LEAVE.test(clause) || clause.split(' ').length > MOST_WORDS_OF_A_CLAUSE) return null;
  const points = POINTS.test(clause);
  if (SHOWS.test(clause)) return points && TO_CARE.test(clause) ? 'share' : null;
  if (begins[2]) return INTO_DATA.test(clause) && !/\d/.test(clause) ? 'enter' : null;
  const what: What = begins[1] ? 'share' : 'edit';
  if (NAMES_DATA.test(clause)) return what;
  // "How do I change my weight?" asks for advice.
  if (NAMES_MEASURE.test(clause)) return what === 'share' || !ASKS_HOW.test(clause) ? what : null;
  return points &&
    (what === 'share' ? /^\S+ \w+(?: please| pls| plz)?$|\b(?:as|via)\b/.test(clause) || TO_CARE.test(clause) : false)
    ? what
    : null;
}

function panelReply(what: What): string {
  return `To ${what === 'share' ? 'share' : 'edit'} your health information, please use the appropriate section in the side panel.`;
}
