/**
 * Is a phrase denied? "No chest pain", "it has stopped". The shared reader of denials (text/context.ts) cannot be asked: here a
 * denial is as often the danger itself ("no pulse", "not breathing", "no feeling in my legs, confused"), so that "no" before
 * such words must reach nothing; asked anyway, it takes 31 of 6,400 emergencies for denied.
 */

/** Denials that hold for a list: "no fever, cough, sore throat, rash or chest pain". Not "no helmet, blacked out". */
const LIST_NEGATION =
  /\b(?:no(?! (?:one|longer|helmet|heat|heating|sweating|ac|a\/c|aircon|air|water|inhaler|epi|epipen|pen|help|relief|doubt|idea|wonder|insulin|food|sweat|reason|point|hope|future|feeling|sensation|pulse|energy|strength|appetite|urine|output|use|luck|choice|sleep|money|matter|wet|tears|way|warning|improvement|urge|heartbeat|signs? of life|fetal|toilet|gas|stools?|poop?|motions?|wind|bm|fm|uo|brekkie|breakfast|ai?rconditi\w+|kicks?|movement)\b)|without(?! (?:stopping|resting|ac|a\/c|aircon|heating|helmet|seatbelt|clothes|shade|insulin|sweating|breathing|warning|relief|noticing|knowing|me|feeling|an?|my|his|her|oxygen|air|water|any relief)\b)|den(?:ies|ied|y)|negative for|free of|ruled? out|neither|nor|(?:do|does|did|have|has|had)(?:n't| not|nt) (?:have|had|got|get|experienced?|any|feel any)(?: any)?|never (?:had|have|has|been|felt|experienced|get|got)|no longer (?:have|has|having|feel|get)|not (?:having|had|suffering|experiencing) any)\b/gi;
/** Denials of the next words only: "not suicidal", "isn't choking". */
const NEAR_NEGATION =
  /\b(?:not|isn't|isnt|aren't|arent|wasn't|wasnt|don't|dont|doesn't|doesnt|didn't|didnt|never|ain't)\b(?! (?:i|or|only|just|sure|certain|help\w*|stop\w*|work\w*|touch\w*|bring\w*|getting better|relief|going away|long|know|understand|well|right|ok|okay|good|better|much|want|wanna))(?: (?!and\b|but\b)[\w']+){0,2} ?$/i;
const REACH_WORDS = 14;
/** Where a denial's reach ends: "no fever but chest pain". */
const TURNS =
  /\b(?:but|however|although|though|except|yet|instead|now|and (?:i|he|she|my|now|then|also|his|her|is|has|have|feel|feels|can't|cant|want|wants)|because|i have|i'm|im|i am|i've|ive|my|he's|hes|she's|shes|he is|she is|with|just|still|since|plus)\b/i;
const AFTER_NEGATED =
  /^[^.;!?\n]{0,14}\b(?:(?:is|are|has) gone(?! (?:all |very |completely |totally |so )?(?:cold|numb|white|blue|black|gr[ae]y|pale|limp|dead|weak|hard|rigid|stiff|blind|blurry|red|quiet|up|down|worse))|went away|gone away|resolved|(?:was|were|been) ruled out|has stopped|have stopped|is negative|are negative|disappeared|passed off)\b/i;
/** "A lot of bleeding on the first evening, and then it stopped". */
const OVER =
  /^[^.;!?\n]{0,90}\b(?:(?:and|but) (?:then )?(?:it|they|that)(?: has| have)? (?:then )?(?:stopped|settled|went away|cleared up|disappeared)(?![^.;!?\n]*\b(?:again|but|now)\b)|(?:has|have) never come back|never came back|none since)\b/i;
/** "It's stopped bleeding". */
const BEFORE_ENDED = /\b(?:it's|it has|it is|has|have|had) stopped $/i;
const DENIED_HERE = /(?:\bno|\bwithout|\bnot any|n't any|\bdenies|\bno sign of) (?:any |real |actual |more )?$/i;

export function isDenied(before: string, after: string): boolean {
  if (AFTER_NEGATED.test(after) || OVER.test(after) || BEFORE_ENDED.test(before) || NEAR_NEGATION.test(before))
    return true;
  let last: RegExpExecArray | null = null;
  LIST_NEGATION.lastIndex = 0;
  for (let match = LIST_NEGATION.exec(before); match; match = LIST_NEGATION.exec(before)) last = match;
  if (!last) return false;
  const between = before.slice(last.index + last[0].length);
  return !TURNS.test(between) && between.split(/\s+/).length <= REACH_WORDS;
}

/** A denial right before: "any" and its like may stand between. */
export function isDeniedHere(before: string): boolean {
  return DENIED_HERE.test(before);
}
