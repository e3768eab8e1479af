/**
 * Rules 2 and 3: requests that the side panel serves better than a conversation. Both hold only if the message is
 * nothing but the request, so each is matched from its first word to its last.
 */

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
    words: 'medications?|medicines?|meds|drugs|pills|prescriptions?|supplements|vitamins|intake regimens?|regimens?',
  },
  {
    section: 'Labs',
    data: 'lab results',
    words:
      'lab(?:oratory)? (?:results?|tests?|values?|work|reports?)|(?:blood )?test results|blood (?:tests|work|results)|bloodwork|biomarkers|results|labs?',
  },
  {
    section: 'Observations',
    data: 'observations',
    words:
      'observations|measurements|vitals|vital signs|readings|(?:blood pressure|glucose|weight|heart rate) (?:readings|values|measurements)',
  },
  { section: 'Allergies', data: 'allergies', words: 'allerg(?:y|ies)|intolerances' },
  { section: 'Symptoms', data: 'symptoms', words: 'symptoms?|complaints' },
  { section: 'Encounters', data: 'appointments', words: 'encounters|appointments?|visits?|consultations|check-?ups' },
  { section: 'Procedures', data: 'procedures', words: 'procedures?|operations|surgeries' },
  { section: 'Documents', data: 'documents', words: 'documents?|files|reports|letters|scans' },
];
const WHOLE =
  '(?:health |medical |patient )?(?:record|records|data|information|info|history|file|profile|chart)|everything';
const ANY_SECTION = SECTIONS.map(({ words }) => words).join('|');

const POLITE =
  "(?:(?:please|hi|hello|hey|ok|okay|so|now|and|just)[,!.]? )*(?:(?:can|could|would|will) you (?:please )?(?:just )?|(?:can|could|may) i (?:please )?|i(?:'d| would) like (?:to |you to )?|i (?:want|need|wish)(?: to| you to)? |let me |help me (?:to )?|how (?:do|can|could|would) i |where (?:do|can) i |is there a way to |i am trying to |i'm trying to )?";
const TAIL =
  "(?:,? (?:please|now|here|today|thanks|thank you|for me|again|in one place|so far|ever|i have|i've had|i take|i am taking|i'm taking|i'm on|i am on|you have(?: on (?:me|file))?|you know(?: about me)?|about me|that you have|on (?:file|record)|in (?:the|my) (?:system|record|app|chart)|list|history|as a list|recorded|stored))*[.!? ]*";

const LISTING =
  '(?:show|list|display|view|see|open|print out|bring up|pull up|give|get|read|tell|find|have|look at|fetch|provide)(?: me| us)?(?: with)?(?: out)?';
const ALL =
  '(?:all(?: of)?|every(?: single)?|(?:a|the|my|your)? ?(?:complete|full|entire|whole|total|comprehensive)(?: list)?(?: of)?|(?:a|the) list of(?: all)?(?: of)?)';
const ADJECTIVE =
  '(?:(?:current|active|past|previous|old|recorded|known|medical|health|chronic|upcoming|full|complete|entire|different|various|recent) )*';
const THINGS = `(?:${ANY_SECTION}|${WHOLE})(?:(?:,| and|, and| or| &) (?:all )?(?:my )?${ADJECTIVE}(?:${ANY_SECTION}))*`;

/** With "all" (or "complete", "full list") any way of asking will do; without it, only a plain "show me my labs". */
const FULL_LISTS: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}(?:${LISTING} |what(?: are|'s| is|'re)? |which (?:are )?)?${ALL} (?:(?:my|the|of my|our) )?${ADJECTIVE}(${THINGS})${TAIL}$`,
  ),
  new RegExp(`^${POLITE}${LISTING} (?:my|our) ${ADJECTIVE}(${THINGS})${TAIL}$`),
  new RegExp(
    `^${POLITE}(?:${LISTING} )?(?:my |the |a )?(?:complete |full |entire |whole )?${ADJECTIVE}(${ANY_SECTION}) (?:list|history)${TAIL}$`,
  ),
];

const SHARE = '(?:share|send|export|e-?mail|forward|fax|transfer|print|download|text|mail|submit|release)';
const EDIT = '(?:edit|update|change|modify|correct|delete|remove|fix|rename|amend|adjust|erase|rewrite|replace)';
const OBJECT = `(?:(?:all|some|both) )?(?:of )?(?:my|the|these|those|this|our)(?: (?:last|latest|most recent|recent|current|old|first|wrong|new|\\w+'s?))?(?: [\\w-]+){0,4}? ?(?:${ANY_SECTION}|${WHOLE}|reading|entry|entries|result|dose|dosage|weight|height|blood pressure|glucose|value|summary|conversation|chat|one|date of birth|blood type|notes?)`;
const RECIPIENT =
  '(?:my|our|a|the|another|his|her)? ?(?:[\\w-]+ ){0,2}(?:doctor|dr\\.? \\w+|physician|gp|nurse|clinic|hospital|cardiologist|specialist|\\w+ologist|pediatrician|dentist|pharmacist|pharmacy|therapist|psychiatrist|surgeon|caregiver|care team|wife|husband|partner|spouse|mother|mom|mum|father|dad|son|daughter|sister|brother|family|insurer|insurance(?: company)?|employer|provider|email|e-mail|inbox|phone|pdf|csv|excel|file|someone|people|me)';
const SHARES: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}(?:${SHARE})(?: me| them| him| her)? ${OBJECT}(?: (?:to|with|by|as|via|into|in) ${RECIPIENT}(?: (?:\\w+ ){0,3}\\w+)?)?${TAIL}$`,
  ),
  new RegExp(
    `^${POLITE}(?:${SHARE}|show) (?:this|it|that|these|them|everything)(?: (?:info|information|data|results?|report|page|conversation|chat|message|answer|summary))? (?:to|with|by) ${RECIPIENT}${TAIL}$`,
  ),
  new RegExp(
    `^${POLITE}(?:${SHARE}) (?:my|our) (?:doctor|dr\\.? \\w+|\\w+ologist|wife|husband|family) ${OBJECT}${TAIL}$`,
  ),
];
const EDITS: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}${EDIT} ${OBJECT}(?: (?:from|in|to|on|of|for) [\\w./%-]+(?: [\\w./%-]+){0,5})?(?:,? (?:it|that|which) (?:says|is|was|should be|shows)(?: [\\w./%-]+){1,4})?${TAIL}$`,
  ),
  new RegExp(
    `^${OBJECT} (?:is|are|looks?) (?:\\w+ )?(?:wrong|incorrect|outdated|old|out of date)[,.;]?(?: and| so)?(?: please)?(?: can you)? ${EDIT} (?:it|that|them|this)${TAIL}$`,
  ),
  new RegExp(
    `^${POLITE}${EDIT} (?:[\\w-]+ ){1,4}(?:from|in|on) my (?:${ANY_SECTION}|${WHOLE})(?: list| section)?${TAIL}$`,
  ),
];

/** Asking leave to change a treatment is a medical question, not a request to edit a list. */
const ASKS_LEAVE = new RegExp(
  `^(?:please )?(?:can|could|may|should) i (?:please )?(?:${EDIT}|stop|switch) (?:my|the) (?:\\w+ )?(?:medications?|medicines?|meds|pills|dose|dosage|prescription|drugs)\\b(?! (?:list|entry|record|section|history))`,
);

export type Request = { rule: '2' | '3'; reply: string };

/** The side panel request that this message is, if it is nothing else. `plain` comes from plainText. */
export function sidePanelRequest(plain: string): Request | null {
  if (plain.length > 200) return null;
  const listed = FULL_LISTS.map((pattern) => pattern.exec(plain)?.[1]).find(Boolean);
  if (listed) return { rule: '2', reply: redirectReply(listed) };
  const asked = editOrShare(plain) ?? firstOfSeveral(plain);
  return asked && { rule: '3', reply: panelReply(asked) };
}

function editOrShare(plain: string): 'share' | 'edit' | null {
  if (SHARES.some((pattern) => pattern.test(plain))) return 'share';
  return !ASKS_LEAVE.test(plain) && EDITS.some((pattern) => pattern.test(plain)) ? 'edit' : null;
}

/** "Send it to my doctor and delete the old one": two requests and nothing else; the first decides the reply. */
function firstOfSeveral(plain: string): 'share' | 'edit' | null {
  const parts = plain.split(/(?:,? and(?: then)?|;|\.) /).map(editOrShare);
  return parts.length > 1 && parts.every(Boolean) ? (parts[0] ?? null) : null;
}

function redirectReply(listed: string): string {
  let rest = listed;
  const named = SECTIONS.filter(({ words }) => {
    const pattern = new RegExp(`\\b(?:${words})\\b`, 'g');
    const found = pattern.test(rest);
    // "lab reports" is spoken for: its "reports" are not documents.
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

function panelReply(what: 'share' | 'edit'): string {
  return `To ${what} your health information, please use the appropriate section in the side panel.`;
}

function join(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
