/** The same message about somebody else: "I feel sick and my arm hurts" becomes "My husband feels sick and his arm hurts". */

type Person = { named: string; subject: string; object: string; own: string };

export const OTHERS: readonly Person[] = [
  { named: 'my husband', subject: 'he', object: 'him', own: 'his' },
  { named: 'my neighbour', subject: 'she', object: 'her', own: 'her' },
  { named: 'my daughter', subject: 'she', object: 'her', own: 'her' },
];

const IRREGULAR: Readonly<Record<string, string>> = {
  am: 'is',
  were: 'was',
  "weren't": "wasn't",
  werent: 'wasnt',
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
  /^(?:can|cannot|could|will|would|may|might|must|should|shall|did|had|was|(?:ca|wo|could|would|should|did|had|was|must|might)n'?t|went|took|got|fell|felt|woke|ate|drank|hit|cut|put|let|lost|saw|threw|broke|came|became|began|gave|said|thought|told|found|left|kept|slept|ran|stood|swallowed|bit|burnt|hurt|been|swear|wet|\w*[^e]ed)$/i;
const ADVERB =
  /^(?:just|also|still|really|suddenly|now|only|already|always|sometimes|often|never|no|not|keep|barely|hardly|\w+ly)$/i;
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

/** "Took my usual tablet", "banged the back of my head": who did it is left out, and is the writer, whose "my" it is. */
const LEFT_OUT =
  /^(?:(?:just|almost) )?(?:(?:ca|could|did)n'?t|cannot|fell|took|got|had|drank|ate|woke|lost|hit|did|bled|\w*[^e]ed (?=(?:an?|the|on|off|over|through|up|down|out|and|with|to|from|into)\b)) /i;
/** "Nobody would miss me": what the writer thinks of the writer is what the other person thinks of that person. */
const OPINION = /^[^.!?]*\b(?:would|better|nobody|no one)\b[^.!?]*?\b(?:me|i|i'm|im)\b/i;
/** "Please tell me how much": the reader is asked, by whoever writes. */
const ASKS_READER = /(?:^|[.!?,]\s*)(?:please |pls |can you |could you )*[a-z]+\s+$/i;
const MODAL_BEFORE = /\b(?:can|could|should|would|will|may|might|must|did)\s+$/i;

/** Null where the message is not about the writer alone. */
export function aboutOther(text: string, person: Person): string | null {
  if (!FIRST.test(text) || OTHERS_IN_IT.test(text)) return null;
  const opening = openingOf(text, person);
  const replaced = opening + replacedIn(opening === '' ? text : lowerFirst(text), person, opening !== '');
  return replaced === text ? null : replaced.charAt(0).toUpperCase() + replaced.slice(1);
}

/** The person, where the message does not name the writer as the one who did or thinks it. */
function openingOf(text: string, { named }: Person): string {
  const first = FIRST.exec(text);
  if (first && first.index > 0 && OPINION.test(text)) return `${named} says `;
  return LEFT_OUT.test(text) && first?.[0].toLowerCase() === 'my' ? `${named} ` : '';
}

function replacedIn(text: string, { named, subject, object, own }: Person, isNamed: boolean): string {
  let introduced = isNamed;
  const first = (name: string, later: string): string => {
    const said = introduced ? later : name;
    introduced = true;
    return said;
  };
  return text.replace(FORMS, (_, form: string, verbs = '', at = 0) => {
    const said = form.toLowerCase();
    // "Could I get": after a modal verb the infinitive stays.
    if (said === 'i' && MODAL_BEFORE.test(text.slice(0, at))) return first(named, subject) + verbs;
    if (said === 'my') return first(`${named}'s`, own) + verbs;
    if (said === 'me' && ASKS_READER.test(text.slice(0, at)) && !SAME.test(lastWord(text.slice(0, at))))
      return form + verbs;
    if (said === 'me') return first(named, object) + verbs;
    const auxiliary = AUXILIARIES.find(([forms]) => forms.includes(said))?.[1];
    return auxiliary ? `${first(named, subject)} ${auxiliary}${verbs}` : `${first(named, subject)}${inflected(verbs)}`;
  });
}

function lastWord(text: string): string {
  return /([\w']+)\s*$/.exec(text)?.[1] ?? '';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The verb after the subject, in the third person. */
function inflected(words: string): string {
  const parts = words.split(/(\s+)/);
  for (let at = 0; at < parts.length; at += 1) {
    const word = parts[at] ?? '';
    if (word.trim() === '' || (ADVERB.test(word) && word !== 'keep')) continue;
    parts[at] = IRREGULAR[word.toLowerCase()] ?? (SAME.test(word) ? word : thirdPerson(word));
    break;
  }
  return parts.join('');
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
