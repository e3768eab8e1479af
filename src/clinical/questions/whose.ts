/** Whether a question is about somebody else's record. There is one record in reach, so such a question is not put to it. */

const OTHERS =
  /\b(?:other|another|all(?: the)?|every|any|different|which) (?:patients?|people|users?)(?:['’]s?)?\b|\b(?:someone|somebody|anyone|anybody|everyone|everybody)(?: else)?['’]s\b|\bsomeone else\b/i;
/** "patient bob", "patient 4711": a patient by name or number. Not "patient record". */
const BY_NAME =
  /\b(?:patient|user)(?:['’]s)?\s+(?!(?:record|records|data|file|files|chart|portal|panel|history|is|has|who|with|and|or|in|on|of|the|my|i|summary)\b)[\p{L}\p{N}][\p{L}\p{N}_.@-]*/iu;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
const RELATIVES =
  'mother|mom|mum|father|dad|sister|brother|son|daughter|child|kid|baby|wife|husband|partner|girlfriend|boyfriend|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|friend|neighbou?r|boss|colleague|roommate';
const RELATIVE = new RegExp(
  `\\bmy\\s+(?:\\w+\\s+)?(?:${RELATIVES})(?:['’]s\\b|\\s+(?:take|takes|have|has|had|taking|allergic)\\b)|\\b(?:does|did|is|has|was)\\s+my\\s+(?:${RELATIVES})\\b`,
  'i',
);
/** "Bob's labs". Names that are part of a disease, a word of ours or of time are not people. */
const POSSESSIVE =
  /\b(?!(?:what|how|who|when|where|that|it|there|here|today|yesterday|tomorrow|week|month|year|doctor|patient|let|crohn|alzheimer|parkinson|hashimoto|raynaud|john|graves|barrett|women|men|children|lab|blood|bell|cushing|addison|huntington|hodgkin|meniere|sjogren|wilson)\b)([\p{L}]{2,})['’]s\s+(?=(?:\w+\s+){0,2}?(?:labs?|results?|records?|data|medications?|meds|medicines?|allerg\w+|conditions?|appointments?|visits?|readings?|values?|measurements?|symptoms?|blood|glucose|hba1c|cholesterol|weight|file|chart|history|diagnos\w+)\b)/iu;

/** To look for these first is far cheaper than to try the two patterns that need them at each word. */
const PATIENT = /patient|user/iu;
const APOSTROPHE = /['’]s\s/iu;

export function isAboutSomeoneElse(text: string): boolean {
  const doctors = text.replace(/\b(?:dr|doctor|prof)\b\.?\s+[\p{L}'’-]+/giu, ' ');
  return (
    [OTHERS, UUID, RELATIVE].some((pattern) => pattern.test(doctors)) ||
    (PATIENT.test(doctors) && BY_NAME.test(doctors)) ||
    (APOSTROPHE.test(doctors) && POSSESSIVE.test(doctors))
  );
}
