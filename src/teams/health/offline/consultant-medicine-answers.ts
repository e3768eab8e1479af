/** Answers about a medicine itself: whether to stop or change it, its dose, and what is not known. Never a dose for a child. */
import {
  capital,
  childMedicine,
  doseText,
  findTerms,
  ifStopped,
  inSentence,
  join,
  labelDose,
  lines,
  patternsOf,
  termOf,
  unique,
} from '../../../clinical/index.ts';
import { knownEffects } from './consultant-advice.ts';
import { type Asked, substancesOf } from './consultant-question.ts';
import { isActive } from './consultant-record.ts';
import { readMessage, toldLines } from './consultant-said.ts';
import type { Scene } from './consultant-scene.ts';

const { pattern } = patternsOf('health-offline', 'consultant-medicine-answers');

const TO_TAKE = pattern('TO_TAKE', 'iu');
/** "Can I have Lemsip?" of something that the tables do not know. */
export function unknownToTake({ text, act }: Asked): string {
  if (act !== 'record' && act !== 'range') return '';
  const [, what = ''] = TO_TAKE.exec(text) ?? [];
  if (!what || findTerms(what).some(({ term }) => term.kind === 'procedure')) return '';
  return `My tables do not know “${what}”, so I cannot check it: ask a pharmacist before taking it, and name everything else that is taken.`;
}

export function onChange(asked: Asked, { symptoms, taken, said }: Scene): string {
  const known = actualDrugs(substancesOf(asked), taken);
  // "My dose", where only one medicine is taken.
  const drugs = known.length === 0 && taken.length === 1 ? [...taken] : known;
  const named = drugs.length > 0 ? join(drugs.map(inSentence)) : 'a prescribed medicine';
  const why = drugs.map(ifStopped);
  // For a dose in the message, the label's range is shown already.
  const untold = drugs.filter((name) => !said.medications.some((one) => one.name === name && one.frequency));
  const spans = /\b(?:more|increase|double|up)\b/i.test(asked.text) ? untold.flatMap(doseLine) : [];
  return lines(
    `Please do not stop or change ${named} on your own: whoever prescribed it can say whether and how. Ring them if you have trouble with it.`,
    ...why,
    ...spans,
    ...knownEffects(symptoms, drugs.length > 0 ? drugs : taken),
  );
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

function doseLine(name: string): string[] {
  const span = labelDose(name);
  return span ? [`${capital(name)}: ${doseText(span)}.`] : [];
}

export function onDose(asked: Asked, scene: Scene): string {
  const { whom } = scene;
  const drugs = substancesOf(asked);
  if (whom.who === 'relative' && whom.child)
    return lines(
      'I do not work out doses for children: they go by age and weight and stand on the package; a pharmacist can help at once.',
      ...drugs.map(childMedicine),
    );
  const taken = drugs.flatMap((name) => dosesOnRecord(name, scene));
  if (taken.length > 0)
    return lines(...taken, 'Whether it is right for one person is for whoever prescribed it to say.');
  const known = drugs.flatMap(doseLine);
  const open = drugs.filter((name) => !labelDose(name));
  if (drugs.length === 0)
    return 'I do not know which medicine you mean; name it and I look whether my table has its usual dose.';
  return lines(
    ...known,
    open.length > 0 ? `I have no usual dose for ${join(open.map(inSentence))}; the package or a pharmacist has.` : '',
    known.length > 0
      ? 'What is right for one person depends on kidneys, liver, age and purpose: keep to what was prescribed or what the package says.'
      : '',
  );
}

/** The doses on record, with the label's range. */
function dosesOnRecord(name: string, { view, moment }: Scene): string[] {
  const entry = view.sections.medications.find((one) => one.name === name && isActive(one));
  if (entry?.value === undefined || !entry.frequency) return [];
  const written = `I take ${name} ${entry.value} ${entry.unit ?? ''} ${entry.frequency}`;
  return toldLines({ ...readMessage(written, moment), findings: [], careLines: [] }, []);
}
