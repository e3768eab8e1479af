/** The facts of a message as a list: the same as the marks, for those who do not see colours or read with a screen reader. */
import { useMe } from '../../me.ts';
import type { Fact } from '../../parts/fact/fact.ts';
import { FactDetails } from './fact-details.tsx';
import type { Turn } from './turn.ts';

type Props = { turn: Turn; gone: ReadonlySet<string>; onCorrect: (fact: Fact) => void; onRemove: (fact: Fact) => void };

export function Noted({ turn: { facts, patient_id }, gone, ...actions }: Props) {
  const { may } = useMe();
  if (facts.length === 0) return null;
  const mayChange = patient_id !== undefined && may('record:write');
  return (
    <details class="noted" data-testid="noted">
      <summary>{facts.length === 1 ? '1 fact noted' : `${facts.length} facts noted`}</summary>
      <ul data-testid="facts">
        {facts.map((fact) => (
          <li key={fact.id} data-fact={fact.id}>
            <FactDetails fact={fact} history={null} isGone={gone.has(fact.id)} actions={mayChange ? actions : null} />
          </li>
        ))}
      </ul>
    </details>
  );
}
