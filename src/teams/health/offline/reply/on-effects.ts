/** "Is it normal to have stomach problems on metformin?": whether the tables name a complaint among the effects of a medicine. */
import { capital, drugEffects, inSentence, isEffect, knownEffect } from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import type { Asked } from './question.ts';

/** Questions that a medicine is the answer to, or that go on about its dose, have answers of their own. */
const OTHERWISE: ReadonlySet<Act> = new Set(['take', 'clash', 'dose', 'change', 'help', 'cause', 'need']);

export function onEffect({ named, act }: Asked): string {
  if (OTHERWISE.has(act)) return '';
  const medicine = named.find(({ kind }) => kind === 'drug');
  const effects = medicine && drugEffects(medicine.name);
  const found = named.find(({ kind, name }) => kind === 'symptom' && effects && isEffect(effects, name));
  if (!medicine || !effects || !found) return '';
  const serious = effects.serious ? ` Rare but serious: ${effects.serious}.` : '';
  return `${knownEffect(capital(found.name), inSentence(medicine.name))}.${serious} A pharmacist can say how long it usually lasts. (${effects.source})`;
}
