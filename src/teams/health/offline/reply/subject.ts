/** What a question is about: what it names itself, else the illness, treatment or medicine that the message or the one before tells of, whoever has it. */
import type { Term } from '../../../../clinical/index.ts';
import { termsOf } from './named-terms.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const NAMED: ReadonlySet<Term['kind']> = new Set(['condition', 'symptom', 'drug', 'procedure']);
/** "My son has Perthes disease. How long does it last?": what was told, the most telling first. */
const TOLD: readonly Term['kind'][] = ['condition', 'procedure', 'drug'];

/** "I have PCOS, can I get pregnant?": the circumstance that is asked about, and not the illness. */
const CIRCUMSTANCE = 'Pregnancy';

export function subjectOf({ named: all, terms }: Asked, { text, said }: Scene): Term | undefined {
  const named = all.filter(({ name }) => name !== CIRCUMSTANCE);
  if (named.length > 0) return named.find(({ kind }) => NAMED.has(kind));
  const here = termsOf(text);
  const told = (here.length > 0 ? here : terms).filter(
    ({ name }) => !said.denied.includes(name) && name !== CIRCUMSTANCE,
  );
  return TOLD.flatMap((kind) => told.filter((term) => term.kind === kind))[0];
}
