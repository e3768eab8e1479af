/** One turn of the thread: the message, what was noted from it, the answer, and what can be done with it. */
import { useState } from 'preact/hooks';
import { CorrectFact } from '../../parts/fact/correct-fact.tsx';
import type { Fact } from '../../parts/fact/fact.ts';
import { RemoveFact } from '../../parts/fact/remove-fact.tsx';
import { When } from '../../parts/when.tsx';
import { Answer } from './answer.tsx';
import { Corrections } from './corrections.tsx';
import { Noted } from './noted.tsx';
import { Said } from './said.tsx';
import type { Correction, Turn } from './turn.ts';

export type TurnActions = {
  onAgain: (turn: Turn) => void;
  onCancel: (turn: Turn) => void;
  onRecordChanged: () => void;
};
type Props = TurnActions & { turn: Turn; ahead: number };

export function TurnItem({ turn, ahead, onAgain, onCancel, onRecordChanged }: Props) {
  const [editing, setEditing] = useState<{ fact: Fact; how: 'correct' | 'remove' } | null>(null);
  const [changes, setChanges] = useState<Correction[]>([]);
  const gone = new Set(
    changes.flatMap(({ outcome, before }) => (outcome === 'withdrawn' && before ? [before.id] : [])),
  );
  const patient = turn.patient_id ?? '';
  const done = (change: Omit<Correction, 'id'>) => {
    setChanges([...changes, { ...change, id: `${changes.length}` }]);
    setEditing(null);
    onRecordChanged();
  };
  const edit = {
    onCorrect: (fact: Fact) => setEditing({ fact, how: 'correct' }),
    onRemove: (fact: Fact) => setEditing({ fact, how: 'remove' }),
  };
  return (
    <>
      {turn.text !== '' && (
        <div class="said-row">
          <Said turn={turn} gone={gone} {...edit} />
          <div class="said-foot">
            <Noted turn={turn} gone={gone} {...edit} />
            <When time={turn.created_at} precise />
          </div>
        </div>
      )}
      <Corrections corrections={[...turn.corrections, ...changes]} />
      <Answer turn={turn} ahead={ahead} onAgain={onAgain} onCancel={onCancel} />
      {editing?.how === 'correct' && (
        <CorrectFact
          patient={patient}
          fact={editing.fact}
          onClose={() => setEditing(null)}
          onDone={(after) => done({ outcome: 'changed', before: editing.fact, ...(after && { after }) })}
        />
      )}
      {editing?.how === 'remove' && (
        <RemoveFact
          patient={patient}
          fact={editing.fact}
          onClose={() => setEditing(null)}
          onDone={() => done({ outcome: 'withdrawn', before: editing.fact })}
        />
      )}
    </>
  );
}
