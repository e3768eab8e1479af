/** Doctors, nurses and the places where they work, by name or by speciality. */
import type { MentionInput } from '../../record/mention.ts';
import { assertionAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { readingOf } from '../text/reading.ts';
import { type Stretch, sentenceAt } from '../text/sentences.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const NO_NAME =
  '(?!(?:At|On|In|For|And|Said|Says|Since|I|My|The|He|She|It|We|They|This|That|These|Please|Thanks?|Can|Could|What|How|Why|When|If|But|So|Is|Are|Was|Do|Does|Did|Good|Hello|Hi|Today|Yesterday|After|Before|Now|Then|Also|Just|Told|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b)';
/** A full stop behind "Dr" shortens it, behind "doctor" it ends a sentence. */
const DOCTOR = new RegExp(
  `\\b(?:(?:Dr|Prof|DR|dr)\\b\\.?|(?:Doctor|Professor|doctor)\\b)\\s+(${NO_NAME}\\p{Lu}[\\p{L}'’-]+(?:\\s+${NO_NAME}\\p{Lu}[\\p{L}'’-]+)?)`,
  'gu',
);
/** "dr smith": what may follow "dr" in lower case and is no name. */
const LOWER_DOCTOR =
  /\b(?:dr|dr\.)\s+(?!(?:said|says|say|told|tells|appointment|appt|office|visit|and|or|who|put|for|about|to|is|was|has|had|will|wants|thinks|gave|google|oz|phil|pepper|the|a|my|on|at|in|if|because|but|prescribed|recommended|ordered|suggested|did|does|next|today|tomorrow|yesterday|this|last|that|when|so|just|also|diagnosed|referred|visits|notes?|note|can|could|should|would|may|might|not|again|now|there|here|with|from|of|suspects|suspected|found|checked|ran|took|started|stopped|increased|changed)\b)([a-z][a-z'’-]{2,20})\b/g;
const TITLED =
  /\b(?:[Nn]urse\s+[Pp]ractitioner|[Nn]urse|NP|PA|[Tt]herapist|[Mm]idwife|[Pp]harmacist|[Pp]hysiotherapist|[Pp]hysical\s+[Tt]herapist|[Dd]ietitian|[Cc]ounsell?or|[Ss]urgeon|[Dd]entist|[Pp]sychiatrist|[Pp]sychologist|\p{L}+ologist)\s+((?!(?:At|On|In|For|And|Said|Says|Who|Is|Was|I|My)\b)\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s+\p{Lu}\p{Ll}[\p{L}'’-]*)?)/gu;
const LETTERED =
  /\b(\p{Lu}\p{Ll}[\p{L}'’-]*\s+(?:\p{Lu}\.?\s+)?\p{Lu}\p{Ll}[\p{L}'’-]*),?\s+(?:MD|M\.D\.|DO|NP|PA-C|PA|RN|DDS|DMD|PhD|FNP|OD|DPM)\b/gu;
/** Cheap to look for, so that most texts are done with at once. */
const LETTERS = /\b(?:MD|M\.D|DO|NP|PA|PA-C|RN|DDS|DMD|PhD|FNP|OD|DPM)\b/;
const TITLES = wordSet(
  'dr doctor doctors prof professor nurse np pa therapist midwife pharmacist physiotherapist dietitian counselor counsellor surgeon dentist psychiatrist',
);
const PLACE_WORD =
  /Hospital|Clinic|Medical|Health|Pharmacy|Labor|Labs|Infirmary|Hospice|Urgent|Surgery|Cancer|Dental|Rehab|Nursing/;
const PLACE =
  /((?:\p{Lu}[\p{L}'’&.-]*\s+|(?:of|and|the|de|for)\s+){1,5}(?:Hospital|Clinic|Medical\s+(?:Center|Centre|Group)|Health\s+(?:Center|Centre|System)|Healthcare|Pharmacy|Laborator(?:y|ies)|Labs|Infirmary|Hospice|Urgent\s+Care|Surgery\s+Center|Cancer\s+Center|Dental|Rehab(?:ilitation)?\s+Center|Nursing\s+Home))\b/gu;
const NOT_A_NAME = /^(?:the|my|at|in|from|a|an|i|and|of|for|to|our|this|that|when|after|local|dr|we|it)\b\.?\s+/i;
const PERSON =
  /(?:ist|ists|or|er|doctor|surgeon|physician|practitioner|nurse|midwife|physio|gp|pcp|trician|tician|provider|gyn|optician)$/i;
const MET =
  /\b(?:saw|see|seeing|seen|visit(?:ed|ing)?|met|meet|consulted|called|spoke|talked|appointment|my|referred\s+(?:me\s+)?to|told\s+me|said|prescribed|went\s+to|diagnosed)\b/i;

type Named = Stretch & { name: string; confidence: number };

export function practitioners(text: string, terms: readonly TermMatch[]): MentionInput[] {
  const specialists = terms.filter(
    (match) => match.term.kind === 'specialty' && PERSON.test(match.text.replace(/^my\s+/i, '')),
  );
  const named = (isWithNames(text) ? namesIn(text) : []).map((one) => ({
    ...one,
    near: specialists.find((other) => beside(text, other, one)),
  }));
  const doctors = named.map((one) => practitioner(text, one.name, one, one.near?.term.name, one.confidence));
  const unnamed = specialists
    .filter((one) => !named.some(({ near }) => near === one))
    .filter((one) => MET.test(text.slice(sentenceAt(text, one.start).start, one.end)))
    .map((one) => practitioner(text, capital(one.text.replace(/^my\s+/i, '')), one, one.term.name, 0.75));
  return [...doctors, ...unnamed];
}

/** The name of the first doctor that stands in these words, as it is filed: "Dr. Jane Doe". */
export function doctorIn(words: string): Named | undefined {
  return namesIn(words)[0];
}

/** One look before several patterns, since most messages name nobody. */
function isWithNames(text: string): boolean {
  const { words, lowerCase } = readingOf(text);
  return hasAny(words, TITLES) || lowerCase.includes('ologist') || LETTERS.test(text);
}

function namesIn(text: string): Named[] {
  const found: Named[] = [];
  const add = (match: RegExpMatchArray, name: string, confidence: number) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (!found.some((other) => other.start < end && start < other.end)) found.push({ start, end, name, confidence });
  };
  for (const match of matchesOf(DOCTOR, text)) add(match, `Dr. ${match[1]}`, 0.95);
  for (const match of matchesOf(LOWER_DOCTOR, text)) add(match, `Dr. ${capital(String(match[1]))}`, 0.8);
  if (LETTERS.test(text)) for (const match of matchesOf(LETTERED, text)) add(match, String(match[1]), 0.9);
  for (const match of matchesOf(TITLED, text)) add(match, String(match[1]), 0.8);
  return found.sort((a, b) => a.start - b.start);
}

function practitioner(
  text: string,
  name: string,
  place: Stretch,
  specialty: string | undefined,
  confidence: number,
): MentionInput {
  const mention = placed(text, 'practitioner', name, place, confidence);
  return specialty ? { ...mention, specialty } : mention;
}

export function organizations(text: string, terms: readonly TermMatch[]): MentionInput[] {
  const known = terms.filter(({ term }) => term.kind === 'organization');
  const found = known.map((match) => placed(text, 'organization', match.term.name, match, 0.9));
  if (!PLACE_WORD.test(text)) return found;
  for (const match of matchesOf(PLACE, text)) {
    let start = match.index;
    let name = match[0];
    for (let lead = NOT_A_NAME.exec(name); lead; lead = NOT_A_NAME.exec(name)) {
      start += lead[0].length;
      name = name.slice(lead[0].length);
    }
    const place = { start, end: start + name.length };
    if (
      !/^\p{Lu}/u.test(name) ||
      !/\s/.test(name) ||
      known.some((one) => one.start < place.end && place.start < one.end)
    )
      continue;
    found.push(placed(text, 'organization', name.replace(/\s+/g, ' '), place, 0.85));
  }
  return found;
}

export function placed(
  text: string,
  kind: MentionInput['kind'],
  name: string,
  { start, end }: Stretch,
  confidence: number,
): MentionInput {
  return { kind, name, quote: text.slice(start, end), start, ...assertionAt(text, start, end), confidence };
}

function beside(text: string, a: Stretch, b: Stretch): boolean {
  if (a.start < b.end && b.start < a.end) return true;
  const gap = a.end <= b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start);
  return gap.length <= 12 && /^[\s,(]*(?:(?:my|the|a|an|is|our|named|called)\s+)*$/i.test(gap);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
