/** Complaints and medicines: what must be done today, and whether the tables name a complaint among the effects of a medicine. */
import {
  capital,
  drugEffects,
  inSentence,
  isEffect,
  knownEffect,
  lines,
  medicineSigns,
  signsTold,
} from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

/** Questions that a medicine is the answer to, or that go on about its dose, have answers of their own. */
const OTHERWISE: ReadonlySet<Act> = new Set(['take', 'clash', 'dose', 'change', 'help', 'cause', 'need']);

/** "Can I carry on with it?" is asked by who takes it. */
const GOES_ON = /\b(?:carry(?:ing)? on|keep(?:ing)?|stay(?:ing)?|continue|continuing|still|come off|stop(?:ping)?)\b/i;

/** A sore throat with carbimazole, an aura with the pill: said before everything else, unless it stands above the reply. */
export function signsOfEffects({ taken, medicines, whom, text, moment, above }: Scene): string {
  const told = signsTold(text, moment, whom.who !== 'relative');
  const found = medicineSigns([...taken, ...(GOES_ON.test(text) ? medicines : [])], told).map((one) => one.text);
  return lines(...found.filter((line) => !above.includes(line)));
}

/** "Is it normal to have stomach problems on metformin?" */
export function onEffect({ named, act }: Asked): string {
  if (OTHERWISE.has(act)) return '';
  const medicine = named.find(({ kind }) => kind === 'drug');
  const effects = medicine && drugEffects(medicine.name);
  const found = named.find(({ kind, name }) => kind === 'symptom' && effects && isEffect(effects, name));
  if (!medicine || !effects || !found) return '';
  const serious = effects.serious ? ` Rare but serious: ${effects.serious}.` : '';
  return `${knownEffect(capital(found.name), inSentence(medicine.name))}.${serious} A pharmacist can say how long it usually lasts. (${effects.source})`;
}
