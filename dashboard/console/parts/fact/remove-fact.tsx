/** Withdraws a fact that was never so. It stays in the history of the record. */
import { useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import { Dialog } from '../dialog.tsx';
import { ProblemBox } from '../problem-box.tsx';
import type { Fact } from './fact.ts';
import { factLine } from './fact-words.ts';

type Props = { patient: string; fact: Fact; onClose: () => void; onDone: () => void };

export function RemoveFact({ patient, fact, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = reason.trim() === '' ? {} : { reason: reason.trim() };
      await send('DELETE', path`/v1/patients/${patient}/facts/${fact.id}`, { body });
      onDone();
    } catch (error) {
      setProblem(problemFieldsOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Remove: ${fact.name}`} onClose={onClose} testId="remove-fact">
      <form
        class="fact-form"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>{factLine(fact)}</p>
        <p class="quiet">
          Remove it only if it was never so. It is no longer part of the record; its history keeps it.
        </p>
        <label for="fact-reason">Why? (may be left empty)</label>
        <input
          id="fact-reason"
          data-testid="fact-reason"
          maxLength={1000}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        {problem && <ProblemBox problem={problem} />}
        <div class="row">
          <button type="submit" class="danger" data-testid="confirm-remove" disabled={isBusy}>
            Remove it
          </button>
          <button type="button" onClick={onClose}>
            Keep it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
