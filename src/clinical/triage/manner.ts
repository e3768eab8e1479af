/**
 * How a message speaks, whatever it speaks of: who is in it, when it happened, what is asked of whom. "Would the cream help?" and
 * "Could those drops work?" share no telling word, but the same roles in the same order; so beside the words themselves their roles
 * are features, alone and in pairs. They carry over to people who put things in other words than those we learned from.
 */

import { patternsOf } from '../text/patterns.ts';
import { type Bag, type BagMaker, hashOf, SEED, start, step } from './features.ts';

const { words } = patternsOf('triage', 'manner');

/** Words by their role. */
const WORDS_OF_ROLE = {
  i: "i i'm im i've ive i'd i'll",
  me: 'me us mine myself ours',
  my: 'my our',
  relative: `son daughter wife husband mother father mom mum dad baby brother sister grandmother grandfather grandma grandpa nan
    friend boyfriend girlfriend partner child kid kids daughter's son's uncle aunt cousin niece nephew parents fiance toddler infant
    newborn granddaughter grandson`,
  they: "he she his her him hers he's she's they they're their them",
  you: "you u you're your yours you'd you'll",
  anyone: `people someone person adults adult women men woman man children babies patients patient humans human anyone anybody
    everybody everyone somebody elderly one teenagers`,
  it: "it its it's itself",
  this: "this that these those that's",
  is: "is are be isn't aren't am being what's",
  past: "was were had did been went told said gave wasn't didn't hadn't got took started diagnosed began",
  do: "do does don't doesn't",
  have: "have has having haven't",
  can: "can could may might can't couldn't",
  should: "should must shouldn't ought",
  would: "would wouldn't",
  will: "will won't shall gonna",
  a: 'a an',
  the: 'the',
  not: 'not no never none nothing',
  address: 'ok okay so and but also yes yeah oh well alright then hi hello hey thanks thank please pls',
  school: `exam class course essay thesis homework assignment presentation teacher professor textbook student students lesson lecture
    project quiz`,
  doctor: 'doctor dr sir doc madam dear doctors gp',
  preposition: `of in on at to for from by with about as into up down out off over after before during between without while
    within`,
  time: `today yesterday tonight now since ago week weeks day days month months year years morning night recently lately
    currently hours hour still again already`,
  number: '0',
  advise: 'recommend suggest prescribe advise advice think guide refer opinion recommended',
  take: 'take taking use using try get getting drink eat',
  textbook: `cause causes caused treat treated prevent cure cured curable diagnose mean means happen happens affect affects feel
    work works spread last lasts heal detect test fix fixed inherited dangerous common serious contagious normal safe symptoms
    symptom signs sign treatment treatments risk types stages complications outlook prognosis difference`,
  if: 'if whether when',
  or: 'or nor',
  like: 'like such',
};
/** Each of these is a role of its own. */
const QUESTION_WORDS = 'what which who whom where why how there any some all more much many long often'.split(' ');

/** One of the above, what a medical word names ("medicine", "body", "medical"), or "other". */
export type Role = string;

const ROLE_OF: ReadonlyMap<string, Role> = new Map([
  ...Object.entries(WORDS_OF_ROLE).flatMap(([role, words]) => words.split(/\s+/).map((word) => [word, role] as const)),
  ...QUESTION_WORDS.map((word) => [word, word] as const),
]);
/** "Tell me what …" asks and says nothing of who asks. */
const TELL: ReadonlySet<string> = new Set('tell show give explain help send teach remind let'.split(' '));
/** "Is it safe to …", "how long does it take to …": nothing is meant. */
const SUCH: ReadonlySet<string> = words('SUCH');
/** Several of these in a row say no more than one. */
const RUNS: ReadonlySet<Role> = new Set(['medical', 'medicine', 'body', 'other', 'preposition']);

/** Who or what is in a message, seen at once: which of these it has, and how it begins, tells more than each by itself. */
const SIGNS = {
  somebody: ['i', 'me', 'my', 'relative', 'they'],
  something: ['it', 'this', 'the'],
  story: ['past', 'time', 'number'],
  talk: ['address', 'doctor', 'you', 'advise'],
} satisfies Record<string, Role[]>;

export type Sign = keyof typeof SIGNS;

/** "I", "my", "daughter", "she": somebody in particular. */
export function isPerson(word: string): boolean {
  const role = ROLE_OF.get(word);
  return role !== undefined && (SIGNS.somebody as Role[]).includes(role);
}

const BLANK = '*';
/** "How long does *", "is it normal": a question's form shows in its first words, whatever source it is from. */
const SHORTEST_OPENING = 2;
const LONGEST_OPENING = 3;

/** Of a medical word, what it names. */
type Medical = (word: string) => Role | undefined;

/** The roles of a message's words, in their order. */
export function rolesOf(words: readonly string[], medical: Medical): Role[] {
  const roles: Role[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const role = roleAmong(words, at) ?? ROLE_OF.get(word) ?? medical(word) ?? 'other';
    if (!(roles.at(-1) === role && RUNS.has(role))) roles.push(role);
  }
  return roles;
}

/** Words that stand for nobody and nothing among their neighbours. */
function roleAmong(words: readonly string[], at: number): Role | undefined {
  if (words[at] === 'me' && TELL.has(words[at - 1] ?? '')) return 'tell';
  return words[at] === 'it' && SUCH.has(words[at + 1] ?? '') ? 'such' : undefined;
}

/** Which signs a message's roles show. */
export function signsOf(roles: readonly Role[]): Sign[] {
  return (Object.keys(SIGNS) as Sign[]).filter((sign) => roles.some((role) => (SIGNS[sign] as Role[]).includes(role)));
}

/** Words, pairs of words, the opening, the length and the roles. The subject does not matter: all medical words are one blank. */
export function mannerFeatures(
  into: BagMaker,
  words: readonly string[],
  medical: Medical,
  roles: readonly Role[] = rolesOf(words, medical),
): Bag {
  into.clear();
  addWords(into, words, medical);
  let before = '^';
  for (const role of [...roles, '$']) {
    into.add(hashOf(start(SEED.role), role));
    into.add(hashOf(hashOf(start(SEED.roles), before), role));
    before = role;
  }
  const shape = hashOf(start(SEED.shape), signsOf(roles).join(' '));
  into.add(shape);
  into.add(hashOf(shape, roles.find((role) => role !== 'address') ?? ''));
  into.add(step(start(SEED.length), Math.min(12, Math.floor(Math.log2(words.length + 1) * 2))));
  return into.bag;
}

function addWords(into: BagMaker, words: readonly string[], medical: Medical): void {
  let before = '^';
  let opening = start(SEED.opening);
  let said = 0;
  const say = (word: string) => {
    into.add(hashOf(hashOf(start(SEED.pair), before), word));
    before = word;
    said += 1;
    if (said > LONGEST_OPENING) return;
    opening = hashOf(opening, word);
    if (said >= SHORTEST_OPENING) into.add(step(opening, said));
  };
  for (const word of words) {
    if (!medical(word)) {
      into.add(hashOf(start(SEED.word), word));
      say(word);
    } else if (before !== BLANK) say(BLANK);
  }
  say('$');
}
