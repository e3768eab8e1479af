/**
 * Rule 2: a complete list is better seen in the side panel. It holds only if the message is nothing but that request, so each way of
 * asking is matched from its first word to its last.
 */
import { join } from '../questions/rows.ts';
import { patternsOf } from '../text/patterns.ts';

const { source } = patternsOf('triage', 'sections');

/** What people measure at home. */
export const MEASURE =
  '(?:weight|height|blood pressure|bp|pulse|heart rate|glucose|(?:blood )?sugar|temperature|peak flow|oxygen|sats)';

type Section = { section: string; data: string; words: string };

/** The sections of the side panel, what each holds, and what people call it. */
const SECTIONS: readonly Section[] = [
  {
    section: 'Conditions',
    data: 'conditions',
    words: 'conditions?|diagnos[ei]s|diseases|illnesses|health (?:problems|issues)|medical problems|problem',
  },
  {
    section: 'Medications',
    data: 'medications',
    words:
      'medications?|medicines?|meds|drugs|pills?|tablets?|prescriptions?|supplements|vitamins|inhalers|intake regimens?|regimens?',
  },
  {
    section: 'Labs',
    data: 'lab results',
    words: source('LAB_WORDS'),
  },
  {
    section: 'Observations',
    data: 'observations',
    words: `observations|measurements|vitals|vital signs|readings|${MEASURE} (?:readings|values|measurements|chart|graph|curve|log|diary|trend|numbers)`,
  },
  { section: 'Allergies', data: 'allergies', words: 'allerg(?:y|ies)|intolerances' },
  { section: 'Symptoms', data: 'symptoms', words: 'symptoms?|complaints' },
  {
    section: 'Encounters',
    data: 'appointments',
    words: 'encounters|appointments?|(?:(?:doctor|clinic|hospital|gp) )?visits?|consultations|check-?ups',
  },
  { section: 'Procedures', data: 'procedures', words: 'procedures?|operations?|surger(?:y|ies)' },
  { section: 'Procedures', data: 'vaccinations', words: 'vaccin(?:ation|e)s?|immuni[sz]ations?|jabs' },
  { section: 'Documents', data: 'documents', words: 'documents?|files|reports|letters|scans' },
];
export const WHOLE =
  '(?:health |medical |patient )?(?:record|records|data|information|info|history|file|profile|chart)|everything';
export const ANY_SECTION = SECTIONS.map(({ words }) => words).join('|');

const YOU = '(?:you|u|ya)';
/** What may come before a wish and says nothing of it. */
export const POLITE = [
  '(?:(?:please|pls|plz|hi|hello|hey|ok|okay|so|now|and|just|also|then)[,!.]? )*',
  `(?:(?:can|could|would|will) ${YOU} (?:please |pls |plz )?(?:just )?|(?:can|could|may) i (?:please )?`,
  `|i(?:'d| would) like (?:to |${YOU} to )?|i (?:want|need|wish)(?: to| ${YOU} to)? |let me |help me (?:to )?`,
  "|how (?:do|can|could|would) i |where (?:do|can) i |is there a way to |(?:i am|i'm) trying to )?",
].join('');
/** What may come after a list and changes nothing: whose it is, where it is, from when it is. */
const TAIL = `(?:,? (?:${[
  'please|pls|plz|now|here|today|thanks|thank you|for me|again|in one place|so far|ever|about me|list|history|as a list|recorded|stored',
  source('TAIL_OWN'),
  '(?:that |which )?you (?:have|know|hold|keep)(?: down| stored| recorded)?(?: (?:on|about|for) me)?(?: on (?:file|record))?',
  'on (?:file|record)|(?:in|on|from) (?:the|my) (?:system|record|records|app|chart|file|list)',
  source('TAIL_TIME'),
].join('|')}))*[.!? ]*`;

const LISTING = source('LISTING');
const ALL = source('ALL');
const ADJECTIVE =
  '(?:(?:current|active|past|previous|old|recorded|known|medical|health|chronic|upcoming|full|complete|entire|different|various|recent) )*';
const THINGS = `(?:${ANY_SECTION}|${WHOLE})(?:(?:,| and|, and| or| &) (?:all )?(?:my )?${ADJECTIVE}(?:${ANY_SECTION}))*`;

/** With "all" (or "complete", "full list") any way of asking will do; without it, only a plain "show me my labs". */
const FULL_LISTS: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}(?:${LISTING} |what(?: are|'s| is|'re)? |which (?:are )?)?${ALL} (?:(?:my|the|of my|our) )?${ADJECTIVE}(${THINGS})${TAIL}$`,
  ),
  new RegExp(`^${POLITE}${LISTING} (?:my|our) ${ADJECTIVE}(${THINGS})${TAIL}$`),
  // "The lab values of the last two years": a period makes them somebody's.
  new RegExp(`^${POLITE}${LISTING} the ${ADJECTIVE}(${THINGS}) ${source('TAIL_TIME')}${TAIL}$`),
  new RegExp(
    `^${POLITE}(?:${LISTING} )?(?:my |the |a )?(?:complete |full |entire |whole )?${ADJECTIVE}(${ANY_SECTION}) (?:list|history)${TAIL}$`,
  ),
  new RegExp(`^${POLITE}(?:${LISTING} )?(everything)(?: that)?${TAIL}$`),
];

/** Every list has one of these in it. Most messages have none, and then the long patterns are neither run nor, at a start, compiled. */
const NAMES_ANY = new RegExp(`${ANY_SECTION}|${WHOLE}`);

/** What the user is told, if a complete list is all they ask for. `plain` comes from plainText. */
export function listRequest(plain: string): string | null {
  if (!NAMES_ANY.test(plain)) return null;
  const listed = FULL_LISTS.map((pattern) => pattern.exec(plain)?.[1]).find(Boolean);
  return listed ? redirectReply(listed) : null;
}

function redirectReply(listed: string): string {
  let rest = listed;
  const named = SECTIONS.filter(({ words }) => {
    const pattern = new RegExp(`\\b(?:${words})\\b`, 'g');
    const found = pattern.test(rest);
    // "lab reports" is taken: its "reports" are not documents.
    rest = rest.replace(pattern, ' ');
    return found;
  });
  const sections =
    named.length > 0
      ? `${join(named.map(({ section }) => section))} ${named.length > 1 ? 'sections' : 'section'}`
      : 'sections';
  const data = named.length > 0 ? join(named.map(({ data }) => data)) : 'health record';
  return `Please use the ${sections} in the side panel to view your complete ${data}.`;
}
