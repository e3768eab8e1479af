/** Who is writing: someone about himself, or a clinician about a patient. The two call the same things by other words. */

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|me|myself|mine)\b/iu;
const REPORTING =
  /\b(?:patients?|pt|he|she|his|her|him|was|were|year-old|reveal(?:ed|ing)|showed|demonstrated|underwent|admitted|presented|diagnosed|performed|treated|discharged|examination)\b/iu;

export function isLay(text: string): boolean {
  return FIRST_PERSON.test(text);
}

/** In the voice of a case report. A note without any verb ("fever since Monday") is neither. */
export function isReport(text: string): boolean {
  return !text.includes('?') && !isLay(text) && REPORTING.test(text);
}
