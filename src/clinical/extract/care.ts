/** Who looks after the patient, where, when, and what was done: practitioners, organizations, encounters, procedures. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import { assertionAt, isQuestion } from '../text/context.ts';
import { type Stretch, sentenceAt, sentencesOf } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const DOCTOR =
  /\b(?:Dr|Doctor|Prof|Professor)\b\.?\s+(\p{Lu}[\p{L}'’-]+(?:\s+(?!(?:At|On|In|For|And|Said|Says)\b)\p{Lu}[\p{L}'’-]+)?)/gu;
const PLACE =
  /((?:\p{Lu}[\p{L}'’&.-]*\s+|(?:of|and|the|de|for)\s+){1,5}(?:Hospital|Clinic|Medical\s+(?:Center|Centre|Group)|Health\s+(?:Center|Centre|System)|Healthcare|Pharmacy|Laborator(?:y|ies)|Labs|Infirmary|Hospice|Urgent\s+Care))\b/gu;
const NOT_A_NAME = /^(?:the|my|at|in|from|a|an|i|and|of|for|to|our|this|that|when|after|local|dr|we|it)\b\.?\s+/iu;
const PERSON =
  /(?:ist|ists|or|er|doctor|surgeon|physician|practitioner|nurse|midwife|physio|gp|pcp|trician|tician|provider|gyn|optician)$/iu;
const MET =
  /\b(?:saw|see|seeing|seen|visit(?:ed|ing)?|met|meet|consulted|called|spoke|talked|appointment|my|referred\s+(?:me\s+)?to|told\s+me|said|prescribed|went\s+to|diagnosed)\b/iu;

const ENCOUNTERS: readonly [RegExp, string][] = [
  [
    /\b(?:went\s+to|was\s+in|visited|go(?:ing)?\s+to|been\s+(?:to|in))\s+(?:the\s+)?(?:er|emergency\s+(?:room|department)|a\s*&\s*e|urgent\s+care)\b|\b(?:er|emergency(?:\s+room)?|urgent\s+care)\s+visit\b/giu,
    'Emergency visit',
  ],
  [
    /\b(?:was\s+|got\s+|been\s+)?(?:hospitali[sz]ed|admitted\s+to\s+(?:the\s+)?hospital)\b|\bhospital\s+stay\b|\bin\s+(?:the\s+)?hospital\s+for\b/giu,
    'Hospital stay',
  ],
  [
    /\b(?:annual|yearly|routine|regular)?\s*(?:physical(?:\s+exam)?|check-?\s?up|wellness\s+visit|annual\s+exam)\b(?!\s+(?:therap|activit))/giu,
    'Check-up',
  ],
  [/\bfollow[-\s]?up(?:\s+(?:appointment|appt|visit))?\b/giu, 'Follow-up'],
  [/\b(?:telehealth|video|phone|virtual)\s+(?:visit|appointment|call|consultation)\b/giu, 'Telehealth visit'],
  [/\b(?:appointment|appt|consultation|consult|doctor['’]?s?\s+visit|visit\s+(?:with|to))\b/giu, 'Appointment'],
  [
    /\b(?:saw|seeing|see|met\s+with|visited|visiting|seen\s+by)\s+(?:(?:my|a|an|the|our)\s+)?(?:\w+\s+){0,2}?(?:dr|doctor|physician|specialist|gp|pcp|nurse|dentist|surgeon|\w+(?:ologist|iatrist|rician|rapist|opedist|titian))\b/giu,
    'Appointment',
  ],
];
const COMING =
  /\b(?:will|going\s+to|scheduled|booked|upcoming|next|have\s+an?\s+(?:\w+\s+)?(?:appointment|appt|visit|check|follow|consult|physical)|coming\s+up|have\s+to\s+see|seeing|i['’]ll|due\s+for|planned|set\s+for|i['’]m\s+having)\b/iu;
const GONE =
  /\b(?:saw|had|went|visited|was|were|last|ago|met|yesterday|underwent|got|did|since|after\s+my|recovering|removed|received|done|previous|have\s+had|i['’]ve\s+had|been)\b/iu;
const DONE_TO_ME =
  /\b(?:had|have|having|underwent|undergo(?:ne|ing)?|got|getting|get|scheduled|received|did|done|recovering\s+from|after|since|before|my|booked|removed|replaced|will|due\s+for|for\s+an?)\b/iu;

export function extractCare(
  text: string,
  terms: readonly TermMatch[],
  past: readonly TimeMatch[],
  at: Moment,
): MentionInput[] {
  // Open dates ("Monday") are read the other way round only if there are any.
  const coming = past.length === 0 ? past : findTimes(text, at, true);
  return [
    ...practitioners(text, terms),
    ...organizations(text, terms),
    ...encounters(text, terms, past, coming),
    ...procedures(text, terms, past, coming),
  ];
}

function practitioners(text: string, terms: readonly TermMatch[]): MentionInput[] {
  const specialists = terms.filter(
    (match) => match.term.kind === 'specialty' && PERSON.test(match.text.replace(/^my\s+/iu, '')),
  );
  const doctors = [...text.matchAll(DOCTOR)].map((match) => {
    const end = match.index + match[0].length;
    const near = specialists.find((one) => beside(text, one, { start: match.index, end }));
    return { start: match.index, end, name: `Dr. ${match[1]}`, specialty: near?.term.name, near };
  });
  const named = doctors.map(({ start, end, name, specialty }) =>
    practitioner(text, name, { start, end }, specialty, 0.95),
  );
  const unnamed = specialists
    .filter((one) => !doctors.some(({ near }) => near === one))
    .filter((one) => MET.test(text.slice(sentenceAt(text, one.start).start, one.end)))
    .map((one) => practitioner(text, capital(one.text.replace(/^my\s+/iu, '')), one, one.term.name, 0.75));
  return [...named, ...unnamed];
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

function organizations(text: string, terms: readonly TermMatch[]): MentionInput[] {
  const known = terms.filter(({ term }) => term.kind === 'organization');
  const found = known.map((match) => placed(text, 'organization', match.term.name, match, 0.9));
  for (const match of text.matchAll(PLACE)) {
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

function encounters(
  text: string,
  terms: readonly TermMatch[],
  past: readonly TimeMatch[],
  coming: readonly TimeMatch[],
): MentionInput[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = text.slice(sentence.start, sentence.end);
    // One encounter a sentence: the most telling words win, in the order of the table.
    for (const [pattern, kind] of ENCOUNTERS) {
      const match = [...words.matchAll(pattern)].find(([found]) => found.trim() !== '');
      if (!match) continue;
      const lead = match[0].length - match[0].trimStart().length;
      const start = sentence.start + match.index + lead;
      const place = { start, end: sentence.start + match.index + match[0].length };
      const when = timing(words, sentence, past, coming);
      if (!when || (isQuestion(words) && !when.time)) return [];
      const specialty = terms.find(
        (one) => one.term.kind === 'specialty' && one.start >= sentence.start && one.end <= sentence.end,
      );
      const doctor = [...words.matchAll(DOCTOR)][0];
      const name =
        kind !== 'Appointment'
          ? kind
          : specialty
            ? `${specialty.term.name} appointment`
            : doctor
              ? `Appointment with Dr. ${doctor[1]}`
              : kind;
      const whom = [specialty?.end, doctor && sentence.start + doctor.index + doctor[0].length];
      const end = Math.max(
        place.end,
        ...whom.filter((one) => one !== undefined && one > place.end && one - place.end < 40).map(Number),
      );
      const mention = placed(text, 'encounter', name, { start, end }, when.time ? 0.9 : 0.7);
      mention.status = when.status;
      if (specialty) mention.specialty = specialty.term.name;
      if (when.time) mention.effective_time = when.time.iso;
      return [mention];
    }
    return [];
  });
}

function procedures(
  text: string,
  terms: readonly TermMatch[],
  past: readonly TimeMatch[],
  coming: readonly TimeMatch[],
): MentionInput[] {
  const found = terms.filter(({ term }) => term.kind === 'procedure');
  return found.flatMap((match) => {
    const sentence = sentenceAt(text, match.start);
    const words = text.slice(sentence.start, sentence.end);
    const report = /^\s*(?:report|results?|images?|scan\s+report|pictures?)\b/iu.test(text.slice(match.end));
    const when = timing(words, sentence, past, coming);
    if (report || !when || !DONE_TO_ME.test(words)) return [];
    // "Surgery" beside the name of the operation says nothing more.
    if (
      match.term.name === 'Surgery' &&
      found.some((other) => other !== match && other.start >= sentence.start && other.end <= sentence.end)
    )
      return [];
    const mention = placed(text, 'procedure', match.term.name, match, 0.85);
    mention.status = when.status;
    if (when.time) mention.effective_time = when.time.iso;
    return [mention];
  });
}

/** Has it been, or is it to come? The time decides if there is one, else the words. */
function timing(
  words: string,
  sentence: Stretch,
  past: readonly TimeMatch[],
  coming: readonly TimeMatch[],
): { status: 'scheduled' | 'past'; time?: TimeMatch } | null {
  const within = (time: TimeMatch) => time.start >= sentence.start && time.end <= sentence.end;
  const forward = COMING.test(words) && !/\b(?:saw|had|went|visited|underwent|ago|last)\b/iu.test(words);
  const time = (forward ? coming : past).find(within);
  if (time) return { status: time.future ? 'scheduled' : 'past', time };
  if (forward) return { status: 'scheduled' };
  return GONE.test(words) ? { status: 'past' } : null;
}

function placed(
  text: string,
  kind: MentionInput['kind'],
  name: string,
  { start, end }: Stretch,
  confidence: number,
): MentionInput {
  return { kind, name, quote: text.slice(start, end), start, ...assertionAt(text, start, end), confidence };
}

function beside(text: string, a: Stretch, b: Stretch): boolean {
  const gap = a.end <= b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start);
  return gap.length <= 12 && /^[\s,(]*(?:(?:my|the|a|an|is|our|named|called)\s+)*$/iu.test(gap);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
