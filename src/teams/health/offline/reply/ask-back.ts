/** For a message without an answer: one question back, made from what was read of it; an open one only where nothing was. */
import {
  bareReading,
  countWords,
  findTerms,
  inSentence,
  join,
  lines,
  MONTH_START,
  patternsOf,
  realityAt,
  type Term,
  termFacts,
  termOf,
  topicFacts,
  understand,
  unique,
} from '../../../../clinical/index.ts';
import { onTheSituation } from './in-practice.ts';
import { BY_WARNING } from './medicine-check.ts';
import { adviceOn, IN_GENERAL, whose } from './next-step.ts';
import { remedies } from './on-complaints.ts';
import { takenIn } from './question.ts';
import type { Scene } from './scene.ts';
import { subjectOf } from './subject.ts';
import { whatIsKnown } from './what-is-known.ts';

/** Words beside a number that carry no meaning of their own. */
const SMALL_WORDS = patternsOf('health-offline', 'ask-back').words('SMALL_WORDS');
const MONTH = new RegExp(`^${MONTH_START}`);
const MAX_FRAGMENT_WORDS = 4;
const MAX_NAMED = 3;
const EXACTLY = 'Exactly that I do not know; a doctor, nurse or pharmacist can say.';
const OPENLY =
  'What would you like to know? You can describe a complaint, such as “a dry cough for two weeks”, or ask about your record, such as “how is my blood pressure?”.';

export function askBack(scene: Scene): string {
  if (scene.question.asked.length > 0) {
    const isNamed = scene.question.asked.some((asked) => subjectOf(asked, scene));
    const site = isNamed ? '' : aboutSite(scene);
    return site ? lines('That I do not know; a nurse or pharmacist can say.', site) : cannotSay(scene);
  }
  const found = goesOn(scene) || aboutNumber(scene) || onTheSituation(scene.text, scene) || aboutNamed(scene);
  return found || aboutComplaints(scene) || OPENLY;
}

/** Of a person who is neither the writer nor a relative: "she fainted at the concert". */
function aboutComplaints(scene: Scene): string {
  const terms = [...scene.said.concerns].flatMap((name) => termOf(name, 'symptom') ?? []);
  const names = terms.map(({ name }) => name);
  return names.length > 0 ? lines(...remedies({ terms }, scene), ...adviceOn(scene, names, [])) : '';
}

function hasCourse({ name }: Term): boolean {
  return Boolean(topicFacts(name)?.course);
}

/** A question that neither the record nor the tables answer. */
function cannotSay(scene: Scene): string {
  const { question, whom } = scene;
  if (scene.toldNow.length > 0) return 'I cannot judge that from a message; tell a doctor or nurse what you told me.';
  const known = whom.who === 'relative' ? '' : whatIsKnown(unique(question.asked.flatMap(({ terms }) => terms)), scene);
  if (known) return known;
  const drugs = unique(question.asked.flatMap(({ text }) => takenIn(text))).map(inSentence);
  if (drugs.length > 0 && scene.check.warned) return BY_WARNING;
  if (drugs.length > 0)
    return lines(
      `Exactly that I do not know about ${join(drugs)}; a pharmacist can say at once.`,
      ...unique(drugs.flatMap((name) => termOf(name, 'drug') ?? [])).map((term) => termFacts(term, 'side_effects')),
    );
  const subject = question.asked.flatMap((asked) => subjectOf(asked, scene) ?? []).find(hasCourse);
  if (subject) return lines(`${EXACTLY} What is known in general:`, termFacts(subject, 'course', true));
  const own = whom.who === 'relative' ? `${whom.noun}’s` : 'your own';
  return `That I do not know; a doctor, nurse or pharmacist can say. You can ask me about ${own} complaints, values and medicines.`;
}

/** "Since this morning", "and at night": a detail of the complaint that the conversation is about. */
function goesOn({ lastReply, symptoms, question, whom }: Scene): string {
  if (!question.goesOn || symptoms.length === 0) return '';
  const about = join(symptoms.map(inSentence));
  const holds = /\bsee an? |\bambulance\b|at once/i.test(lastReply)
    ? ' What I said about when to see someone still holds.'
    : '';
  return `Thank you, that belongs to ${whose({ whom })} ${about}.${holds}`;
}

/** A number without a name is judged as the measurement that the conversation is about, else its name is asked for. */
function aboutNumber({ text, question: { terms, goesOn }, moment, said, whom }: Scene): string {
  if (!/\d/.test(text) || said.facts.length > 0 || whom.who === 'relative') return '';
  const tests = terms.filter(({ kind }) => kind === 'observation');
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const isBare = words.every((word) => SMALL_WORDS.has(word) || MONTH.test(word));
  const found = isBare ? bareReading(text, tests, moment).filter(({ standing }) => standing) : [];
  const [only] = found;
  if (only)
    return `${found.map(({ line }) => `${line}.`).join(' ')} To have it in your record, say the name with the number, such as “${only.title}”.`;
  const [test] = tests;
  if (test && !goesOn)
    return `The number does not fit ${inSentence(test.name)}, so it is not in your record. What exactly was shown, with its unit?`;
  return isBare ? 'What was measured? Write it with its name and unit, such as “blood pressure 130/80”.' : '';
}

/** A fragment is asked about; of a statement it is said that it was not taken in. */
function aboutNamed(scene: Scene): string {
  const { text, whom, said } = scene;
  const condition = findTerms(text).find(({ term }) => term.kind === 'condition')?.term.name;
  const named = join([...takenIn(text), ...(condition ? [condition] : [])].slice(0, MAX_NAMED).map(inSentence));
  const isFragment = countWords(text) <= MAX_FRAGMENT_WORDS;
  if (named && isFragment) return `What would you like to know about ${named}?`;
  // "My migraines come with zigzag lights": known, and told again with more.
  const known = condition && said.facts.some(({ name }) => name === condition) ? termOf(condition, 'condition') : null;
  if (known) return lines(`Thank you, that belongs to your ${inSentence(known.name)}.`, termFacts(known, 'see', true));
  if (named && whom.who === 'relative')
    return `Understood: ${named}. This is about ${whom.noun}, so it is not in your record. What would you like to know?`;
  if (named)
    return `You mention ${named}, but I did not read that you have or take it, so it is not in your record. Tell me if it should be, or what you would like to know.`;
  const site = aboutSite(scene);
  if (site) return site;
  return whom.who === 'relative' ? `What do you see in ${whom.noun}, since when, and how old are they?` : '';
}

/** "Right, back to mine", "my smear came back": a way, and no part of the body. */
function isWayBack(text: string, start: number, end: number): boolean {
  const isTo = /^\s+(?:to|from|on|at|in)\b/i.test(text.slice(end, end + 8));
  const isReturn = /\b(?:c[ao]m(?:es?|ing)|g(?:o|oing|oes|one|ot|et|ets)|went|been|heard|call(?:ed)?)\s+$/i.test(
    text.slice(Math.max(0, start - 10), start),
  );
  return /^back$/i.test(text.slice(start, end)) && (isTo || isReturn);
}

/** A part of the body without a complaint that was read; the last one, as in "the back of my neck". */
function aboutSite({ text, whom }: Scene): string {
  const understanding = understand(text);
  const site = findTerms(text).findLast(
    ({ term, start, end }) =>
      term.kind === 'body_site' &&
      term.name !== 'side' &&
      !isWayBack(text, start, end) &&
      realityAt(understanding, start) !== 'denied',
  )?.term.name;
  return site
    ? `${IN_GENERAL}\nWhat exactly is it with ${whose({ whom })} ${site} (pain, swelling, bleeding, numbness), and since when?`
    : '';
}
