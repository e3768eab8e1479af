/** What a changed message must have in common with the message it was made of: the alarm, or none, and the facts. */
import { factsOf } from '../clinical/filed.ts';
import { familiesOf } from '../support/red-flags.ts';
import { randomOf } from './random.ts';
import type { Transformation } from './transformations.ts';

/** `before` and `after`: what was read of the message and of the changed one. */
export type Difference = { kind: 'lost' | 'made' | 'facts'; text: string; before: string; after: string };
export type Tally = {
  transformation: string;
  alarms: number;
  lost: number;
  quiet: number;
  made: number;
  read: number;
  facts: number;
};

/** Applies one transformation to each text. `withFacts`: of how many texts the facts are compared too, which takes longer. */
export function judge(
  texts: readonly string[],
  { name, apply }: Transformation,
  withFacts: ReadonlySet<string>,
): { tally: Tally; differences: Difference[] } {
  const tally: Tally = { transformation: name, alarms: 0, lost: 0, quiet: 0, made: 0, read: 0, facts: 0 };
  const differences: Difference[] = [];
  const differ = (kind: Difference['kind'], text: string, before: string[], after: string[]): void => {
    differences.push({ kind, text, before: before.join(', ') || 'none', after: after.join(', ') || 'none' });
  };
  for (const text of texts) {
    const changed = apply(text, randomOf(`${name} ${text}`));
    if (!changed) continue;
    const [before, after] = [familiesOf(text), familiesOf(changed.text)];
    if (before.length > 0) tally.alarms += 1;
    else tally.quiet += 1;
    if (before.length > 0 && !before.some((family) => after.includes(family))) {
      tally.lost += 1;
      differ('lost', changed.text, before, after);
    }
    if (before.length === 0 && after.length > 0) {
      tally.made += 1;
      differ('made', changed.text, before, after);
    }
    if (!withFacts.has(text) || !changed.samePerson) continue;
    tally.read += 1;
    const [told, found] = [facts(text), facts(changed.text)];
    const besides = changed.added ? facts(changed.added) : new Set<string>();
    const lost = [...told].filter((fact) => !found.has(fact));
    const made = [...found].filter((fact) => !told.has(fact) && !besides.has(fact));
    if (lost.length + made.length === 0) continue;
    tally.facts += 1;
    differ('facts', changed.text, lost, made);
  }
  return { tally, differences };
}

/** Without dates: a sentence about last year may not move them, but it is a fact of its own. */
function facts(text: string): Set<string> {
  return new Set(factsOf(text).map(({ kind, name, value, status }) => [kind, name, value, status].join(' ')));
}
