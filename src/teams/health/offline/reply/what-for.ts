/** What each medicine of a list is for, of the writer or of a relative; and why somebody takes "a diabetes pill". */
import { countWords, drugEffects, drugGroupIn, lines, patternsOf, termOf, unique } from '../../../../clinical/index.ts';
import { type Asked, takenIn } from './question.ts';
import type { Scene } from './scene.ts';

const { pattern } = patternsOf('health-offline', 'what-for');

const EACH = pattern('EACH', 'i');
const MEDICINE = pattern('MEDICINE', 'i');
const OWN_LIST = pattern('OWN_LIST', 'i');
const WHY = /\bwhy\b/i;
/** "Why have I been given furosemide?": nothing but the medicine. "Why do I take it with food?" asks about the food. */
const WHY_GIVEN =
  /\bwhy\b.{0,40}\b(?:given|prescribed|put on|started on|on|tak(?:e|es|ing)|need|get)\s+(?:the |an? |this |my )?(.{3,40}?)\W*$/i;
const EARLIER_MESSAGES = 4;
/** In words. */
const LONGEST_NAME = 3;

export function onWhatFor(asked: Asked, scene: Scene): string {
  const { text } = asked;
  // "Why is he on a diabetes pill?": the one of that group among those that he takes.
  const group = WHY.test(text) && MEDICINE.test(text) ? drugGroupIn(text) : null;
  if (group)
    return lines(
      ...medicinesMeant(text, scene)
        .filter((name) => group.names.includes(name))
        .map(useLine),
    );
  const [, given = ''] = WHY_GIVEN.exec(text) ?? [];
  const named = asked.named.filter(({ kind, name }) => kind === 'drug' && drugsIn(given).includes(name));
  if (named.length === 1 && countWords(given) <= LONGEST_NAME) return lines(...named.map(({ name }) => useLine(name)));
  const medicines = EACH.test(text) ? medicinesMeant(text, scene) : [];
  return medicines.length > 1 || (medicines.length === 1 && MEDICINE.test(text))
    ? lines(...medicines.map(useLine))
    : '';
}

/** Those of the message, else of the last message that named some, else of the record; "my tablets" are those of the record first. */
function medicinesMeant(text: string, { text: message, earlier, taken, whom }: Scene): string[] {
  const told =
    [message, ...earlier.slice(-EARLIER_MESSAGES).toReversed()].map(drugsIn).find((some) => some.length > 0) ?? [];
  const own = whom.who === 'relative' ? [] : taken;
  return unique(OWN_LIST.test(text) && own.length > 0 ? own : told.length > 0 ? told : own);
}

function drugsIn(text: string): string[] {
  return takenIn(text).filter((name) => termOf(name, 'drug')?.name === name);
}

/** "- Bisoprolol: slows the heart, lowers blood pressure (US labels of beta blockers)." */
function useLine(name: string): string {
  const effects = drugEffects(name);
  if (effects) return `- ${name}: ${effects.use} (${effects.source}).`;
  const kind = termOf(name, 'drug')?.drugClass;
  return `- ${name}${kind ? ` (${kind})` : ''}: I have no entry on its use; the leaflet or a pharmacist has.`;
}
