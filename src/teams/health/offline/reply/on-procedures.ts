/** A treatment that is planned or was done, of the writer or of somebody else: what happens on the day, and what comes after it. */
import { lines, patternsOf, type Term, termFacts, topicFacts, unique } from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import { termsOf } from './named-terms.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const { pattern } = patternsOf('health-offline', 'on-procedures');

const HAPPENS = pattern('HAPPENS', 'i');
const AFTER = pattern('AFTER', 'i');
const EARLIER_MESSAGES = 2;
/** Questions that have their own answer, whatever is planned. */
const OTHERWISE: ReadonlySet<Act> = new Set([
  'errand',
  'clash',
  'take',
  'change',
  'prepare',
  'checks',
  'overview',
  'cause',
]);

export function onProcedure(asked: Asked, scene: Scene): string {
  const [happens, after] = [HAPPENS.test(asked.text), AFTER.test(asked.text)];
  if ((!happens && !after) || OTHERWISE.has(asked.act)) return '';
  const procedure = procedureMeant(asked, scene);
  if (!procedure) return '';
  const sides = [...(happens ? (['care'] as const) : []), ...(after ? (['course'] as const) : [])];
  const isNamed = asked.named.some(({ name }) => name === procedure.name);
  const what = happens && isNamed ? `${procedure.name}: ${topicFacts(procedure.name)?.what}.` : '';
  return lines(what, ...unique(sides.flatMap((side) => termFacts(procedure, side, true).split('\n'))));
}

/** Named in the question or in the message, else shortly before; a question that names an illness or a medicine is about that. */
function procedureMeant({ named }: Asked, { text, earlier, said }: Scene): Term | undefined {
  const here = named.filter(({ kind }) => kind !== 'specialty' && kind !== 'body_system');
  if (here.length > 0) return here.find(isKnown);
  const told = [text, ...earlier.slice(-EARLIER_MESSAGES).toReversed()].map(termsOf);
  const terms = told.find((one) => one.some(isKnown)) ?? [];
  return terms.find((term) => isKnown(term) && !said.denied.includes(term.name));
}

function isKnown({ kind, name }: Term): boolean {
  return kind === 'procedure' && Boolean(topicFacts(name)?.care);
}
