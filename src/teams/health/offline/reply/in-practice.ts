/** Practical questions and everyday situations, from the table of health topics: for what the message, or else the record, is about. */
import {
  asksOfMissed,
  asksOfSkin,
  capital,
  drugGroupIn,
  lines,
  onMissedDose,
  onPractice,
  onSituation,
  plansPregnancy,
  type Quote,
  rowOn,
  type Term,
  termOf,
} from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import { type Asked, takenIn } from './question.ts';
import type { Scene } from './scene.ts';

/** Questions that have their own answer, whatever they name. */
const OTHERWISE: ReadonlySet<Act> = new Set(['errand', 'clash', 'prepare', 'checks', 'overview', 'way', 'cause']);

const MOST_MEDICINES = 6;
const ALL_OF_THEM =
  /\b(?:both|all|any|everything|which) (?:of )?(?:my |the |these |those |them\b)?|\b(?:my|the|these) (?:tablets|pills|medicines|medications|meds)\b/i;

export function inPractice(asked: Asked, scene: Scene): string {
  const isChecked = scene.check.warned || scene.check.lines.length > 0;
  const isOfRecord = asked.request !== null && !asksOfMissed(asked.text);
  if (OTHERWISE.has(asked.act) || (isChecked && asked.act === 'take') || isOfRecord) return '';
  const each = ofEach(asked, scene);
  if (each) return each;
  const quote = onPractice(asked.text, {
    text: scene.text,
    terms: asked.terms,
    medicines: () => medicinesMeant(asked, scene),
    denied: scene.said.denied,
  });
  return quoted(quote);
}

/** "Which of my medicines should I take with food?": of each its own row; nothing where one row is of all of them. */
function ofEach(asked: Asked, scene: Scene): string {
  if (!ALL_OF_THEM.test(asked.text)) return '';
  const drugs = [...asked.terms.filter(({ kind }) => kind === 'drug'), ...medicinesMeant(asked, scene)];
  const quotes = new Map<string, string>();
  for (const term of drugs.slice(0, MOST_MEDICINES)) {
    const leaning = { text: asked.text, terms: [term], medicines: () => [term], denied: scene.said.denied };
    const text = quoted(onPractice(asked.text, leaning));
    if (text) quotes.set(term.name, text);
  }
  return new Set(quotes.values()).size > 1
    ? lines(...[...quotes].map(([name, text]) => `${capital(name)}: ${text}`))
    : '';
}

/** "Methotrexate weekly, missed Friday's dose": told, and nothing asked. */
export function onMissedDoseTold(scene: Scene): string {
  const { question, said, text } = scene;
  if (question.asked.length > 0) return '';
  const asked = { text, terms: question.terms };
  const quote = onMissedDose({ ...asked, medicines: () => medicinesMeant(asked, scene), denied: said.denied });
  return quoted(quote);
}

/** A situation that the vocabulary has no term for, of the question or of the message around it. */
export function onTheSituation(text: string, scene: Scene): string {
  const quote = onSituation(text) ?? onSituation(scene.text);
  return quoted(quote);
}

/** Acts that ask for what to do about a pregnancy that is planned. */
const OF_PLAN: ReadonlySet<Act> = new Set(['record', 'help', 'need', 'suits', 'general', 'take']);

/** "We want to try for a baby. Any vitamins?"; a medicine that is named is checked. */
export function beforePregnancy({ act, text }: Asked, scene: Scene): string {
  const isPlan = OF_PLAN.has(act) && takenIn(text).length === 0 && plansPregnancy(scene.text);
  return isPlan ? quoted(rowOn(['planning a pregnancy'], 'care')) : '';
}

function quoted(quote: Quote | null): string {
  return quote ? `${quote.text} (${quote.source})` : '';
}

/** "My blood pressure tablet" is the one on record, and "it" the only one that is taken. */
function medicinesMeant({ text }: Pick<Asked, 'text'>, scene: Scene): Term[] {
  const group = scene.taken.length > 0 ? (drugGroupIn(text) ?? drugGroupIn(scene.text)) : null;
  const ofGroup = scene.taken.filter((name) => group?.names.includes(name));
  const isAll = scene.taken.length === 1 || ALL_OF_THEM.test(text) || asksOfSkin(text);
  const meant = ofGroup.length > 0 ? ofGroup : isAll ? scene.taken : [];
  return meant.flatMap((name) => termOf(name, 'drug') ?? []);
}
