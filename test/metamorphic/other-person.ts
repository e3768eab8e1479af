/** The same message about somebody else: "I feel sick and my arm hurts" becomes "My husband feels sick and his arm hurts". */

type Person = { named: string; subject: string; object: string; own: string };

export const OTHERS: readonly Person[] = [
  { named: 'my husband', subject: 'he', object: 'him', own: 'his' },
  { named: 'my neighbour', subject: 'she', object: 'her', own: 'her' },
  { named: 'my daughter', subject: 'she', object: 'her', own: 'her' },
];

const IRREGULAR: Readonly<Record<string, string>> = {
  am: 'is',
  have: 'has',
  do: 'does',
  "don't": "doesn't",
  dont: 'doesnt',
  "haven't": "hasn't",
  havent: 'hasnt',
  go: 'goes',
};
/** Verbs that stand the same for every person, adverbs after which the verb comes, and past forms. */
const SAME =
  /^(?:can|can't|cant|cannot|could|couldn't|couldnt|will|won't|wont|would|wouldn't|may|might|must|should|shall|did|didn't|didnt|had|was|wasn't|went|took|got|fell|felt|woke|ate|drank|hit|cut|put|let|lost|saw|threw|broke|came|became|began|gave|said|thought|told|found|left|kept|slept|ran|stood|swallowed|bit|burnt|hurt|been|swear|\w+ed)$/i;
const ADVERB = /^(?:just|also|still|really|suddenly|now|only|already|always|never|no|not|keep|barely|hardly|\w+ly)$/i;
/** Messages of the first person that speak of somebody else already, or of the writer's relation to others, have no such twin. */
const OTHERS_IN_IT =
  /\b(?:he|she|they|we|us|our|you|your|him|her|his|them|someone|somebody|husband|wife|mum|mom|mother|dad|father|son|daughter|child|baby|kid|brother|sister|friend|grand\w+|uncle|aunt|cousin|partner|boyfriend|girlfriend|neighbou?r|pregnant|period|myself|mine)\b|\b(?:was|were|do|have|am) i\b/i;
const FIRST = /\b(?:i|i'm|im|i've|ive|my|me)\b/i;

const FORMS = /\b(I'm|Im|I am|I've|Ive|I'd|I'll|my|me|I)\b(?!')((?:\s+(?!my\b|me\b|i\b)[A-Za-z']+){0,2})/gi;
const AUXILIARIES: readonly (readonly [readonly string[], string])[] = [
  [["i'm", 'im', 'i am'], 'is'],
  [["i've", 'ive'], 'has'],
  [["i'd"], 'had'],
  [["i'll"], 'will'],
];

const MODAL_BEFORE = /\b(?:can|could|should|would|will|may|might|must|did)\s+$/i;

/** Null where the message is not about the writer alone. */
export function aboutOther(text: string, { named, subject, object, own }: Person): string | null {
  if (!FIRST.test(text) || OTHERS_IN_IT.test(text)) return null;
  let introduced = false;
  const first = (name: string, later: string): string => {
    const said = introduced ? later : name;
    introduced = true;
    return said;
  };
  const replaced = text.replace(FORMS, (_, form: string, verbs = '', at = 0) => {
    const said = form.toLowerCase();
    // "Could I get": after a modal verb the infinitive stays.
    if (said === 'i' && MODAL_BEFORE.test(text.slice(0, at))) return first(named, subject) + verbs;
    if (said === 'my') return first(`${named}'s`, own) + verbs;
    if (said === 'me') return first(named, object) + verbs;
    const auxiliary = AUXILIARIES.find(([forms]) => forms.includes(said))?.[1];
    return auxiliary ? `${first(named, subject)} ${auxiliary}${verbs}` : `${first(named, subject)}${inflected(verbs)}`;
  });
  return replaced.charAt(0).toUpperCase() + replaced.slice(1);
}

/** The verb after the subject, in the third person. */
function inflected(words: string): string {
  const parts = words.split(/(\s+)/);
  for (let at = 0; at < parts.length; at += 1) {
    const word = parts[at] ?? '';
    if (word.trim() === '' || (ADVERB.test(word) && word !== 'keep')) continue;
    parts[at] = SAME.test(word) ? word : (IRREGULAR[word.toLowerCase()] ?? thirdPerson(word));
    break;
  }
  return parts.join('');
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
