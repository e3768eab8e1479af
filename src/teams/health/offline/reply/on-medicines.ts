/** Answers about a medicine itself: whether to take, stop or change it, its dose, what it is for. Never a dose for a child. */
import {
  capital,
  childMedicine,
  compareDose,
  doseText,
  findTerms,
  frequencyIn,
  ifStopped,
  inSentence,
  join,
  labelDose,
  lines,
  patternsOf,
  rowOn,
  substancesIn,
  termFacts,
  termOf,
  unique,
} from '../../../../clinical/index.ts';
import type { Fact } from '../../../../record/index.ts';
import { takenMedicine } from '../record-view.ts';
import type { Act } from './acts.ts';
import { knownEffects } from './next-step.ts';
import { type Asked, substancesOf } from './question.ts';
import type { Scene } from './scene.ts';

const { pattern } = patternsOf('health-offline', 'on-medicines');

const TO_TAKE = pattern('TO_TAKE', 'iu');
/** "Use a sauna"; a medicine is used without an article, or is known. */
const USES_A_THING = /\b(?:use|using)\s+(?:an?|the)\s/i;
const ASKS_WHAT = /\b(?:what|which|how (?:much|many|often|long))\b/i;
const BREASTFEEDS = /\bbreast[- ]?f(?:e)?ed\w*|\bnursing (?:my|our|a|the) \w|\blactat/i;
/** Acts by which somebody asks whether it does harm. */
const ON_THE_BABY: ReadonlySet<Act> = new Set(['take', 'range', 'care', 'general', 'record', 'suits']);
const STAYS = 'Please do not stop or change';

/** Something to take that the tables do not know: "Can I have Lemsip with sertraline?" */
export function unknownToTake({ text }: Asked, { medicines }: Scene): string {
  // "How much water should I drink a day?": what is taken comes before the verb.
  const [, what = ''] = ASKS_WHAT.test(text) ? [] : (TO_TAKE.exec(text) ?? []);
  const isKnown = findTerms(what).some(({ term }) => term.kind !== 'organization') || substancesIn(what).length > 0;
  if (!what || isKnown || USES_A_THING.test(text)) return '';
  const beside = medicines.length > 0 ? ` together with ${join(medicines.map(inSentence))}` : '';
  return `I do not know “${what}”, so I cannot check it${beside}: ask a pharmacist before taking it, and name everything else that is taken.`;
}

export function onTake(asked: Asked, scene: Scene): string {
  const unknown = unknownToTake(asked, scene);
  if (scene.check.lines.length === 0 && unknown) return unknown;
  return lines(scene.check.verdict, ...scene.said.doses.flatMap(doseCompared).filter(isUsualDose), unknown);
}

/** Whether a medicine is fine for a baby that is breast-fed: the table of interactions does not say. */
export function whileBreastfeeding({ terms, act }: Asked, { text, earlier, check }: Scene): string {
  const isMedicine = terms.some(({ kind }) => kind === 'drug');
  if (!isMedicine || !ON_THE_BABY.has(act) || ![...earlier, text].some((message) => BREASTFEEDS.test(message)))
    return '';
  const row = rowOn(['breastfeeding'], 'medicine');
  return lines(
    `My table of interactions does not cover breast-feeding.${row ? ` ${row.text} (${row.source})` : ''}`,
    act === 'take' ? check.verdict : '',
  );
}

/** Also "do I still need it?" of a medicine. */
export function onChange(asked: Asked, { symptoms, taken, said }: Scene): string {
  const named = actualDrugs(substancesOf(asked), taken);
  // Of what was named before, only what is taken: not the coffee beside it.
  const known = named.some((name) => taken.includes(name)) ? named.filter((name) => taken.includes(name)) : named;
  // "My dose", where only one medicine is taken.
  const drugs = known.length === 0 && taken.length === 1 ? [...taken] : known;
  const which = drugs.length > 0 ? join(drugs.map(inSentence)) : 'a prescribed medicine';
  // For a dose in the message, the label's range is shown already.
  const untold = drugs.filter((name) => !said.medications.some((one) => one.name === name && one.frequency));
  const spans = /\b(?:more|increase|double|up)\b/i.test(asked.text) ? untold.flatMap(doseLine) : [];
  return lines(
    `${STAYS} ${which} on your own: whoever prescribed it can say whether and how. Ring them if you have trouble with it.`,
    ...drugs.map(ifStopped),
    ...spans,
    ...knownEffects(symptoms, drugs.length > 0 ? drugs : taken),
  );
}

/** What it is used for, and not whether it is right for this person. */
export function onSuits(asked: Asked, { whom }: Scene): string {
  const known = asked.terms.filter(({ kind }) => kind === 'drug').map((term) => termFacts(term, 'use'));
  const them = whom.who === 'relative' ? 'them' : 'you';
  return lines(`Whether it helps here is for a doctor to say, who can examine ${them}.`, ...known.slice(0, 1));
}

/** "The sleeping tablet" is the one of its group that is taken. */
export function actualDrugs(names: readonly string[], taken: readonly string[]): string[] {
  return unique(
    names.flatMap((name) => {
      const kind = termOf(name, 'drug')?.drugClass;
      const isKind = kind?.toLowerCase() === name.toLowerCase();
      const members = isKind ? taken.filter((one) => termOf(one, 'drug')?.drugClass === kind) : [];
      return members.length > 0 ? members : [name];
    }),
  );
}

export function onDose(asked: Asked, scene: Scene): string {
  const { whom } = scene;
  const named = substancesOf(asked);
  const drugs = named.length > 0 ? named : unique(scene.said.medications.map(({ name }) => name));
  if (whom.who === 'relative' && whom.child)
    return lines(
      'I do not work out doses for children: they go by age and weight and stand on the package; a pharmacist can help at once.',
      ...drugs.map(childMedicine),
    );
  const told = scene.said.doses.flatMap((fact) => (drugs.includes(fact.name) ? doseCompared(fact) : []));
  const taken = told.length > 0 ? told : drugs.flatMap((name) => dosesOnRecord(name, scene));
  if (taken.length > 0)
    return lines(...taken, 'Whether it is right for one person is for whoever prescribed it to say.');
  const known = drugs.flatMap(doseLine);
  const open = drugs.filter((name) => !labelDose(name));
  if (drugs.length === 0) return 'Which medicine do you mean? With its name I can look for its usual dose.';
  return lines(
    ...known,
    open.length > 0 ? `I have no usual dose for ${join(open.map(inSentence))}; the package or a pharmacist has.` : '',
    known.length > 0
      ? 'What is right for one person depends on kidneys, liver, age and purpose: keep to what was prescribed or what the package says.'
      : '',
  );
}

type Dose = Pick<Fact, 'name' | 'value' | 'unit' | 'frequency'>;

/** "Metformin 500 mg twice a day" */
export function medicationTitle({ name, value, unit, frequency }: Dose): string {
  const dose = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  return `${name}${dose}${frequency ? ` ${frequency.text}` : ''}`;
}

/** The whole of a day beside the label's range; nothing where the dose, its unit, how often or the range is not known. */
export function doseCompared(fact: Dose): string[] {
  const { name, value, unit, frequency } = fact;
  if (typeof value !== 'number' || !unit || !frequency?.times_per_day) return [];
  const words = compareDose(name, value * frequency.times_per_day, unit);
  return words ? [`${medicationTitle(fact)}: ${words}.`] : [];
}

/** Those outside the label's range are shown whatever was asked. */
export function isUsualDose(compared: string): boolean {
  return compared.includes(', within the ');
}

/** The doses on record, with the label's range. */
function dosesOnRecord(name: string, { view }: Scene): string[] {
  const entry = takenMedicine(view, name);
  if (entry?.value === undefined || !entry.frequency) return [];
  const { value, unit } = entry;
  const compared = doseCompared({ name, value, unit, frequency: frequencyIn(entry.frequency)?.value });
  return compared.length > 0 ? compared : [`${name} ${value}${unit ? ` ${unit}` : ''} ${entry.frequency}.`];
}

function doseLine(name: string): string[] {
  const span = labelDose(name);
  return span ? [`${capital(name)}: ${doseText(span)}.`] : [];
}
