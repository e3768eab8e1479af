/** Removes a fact that was never so. It stays in the history, with the reason. */
import { useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';
import { Field } from './field.tsx';
import type { Entry } from './record-data.ts';

type Props = { patient: string; entry: Entry; onDone: () => void; onCancel: () => void };

export function RemoveForm({ patient, entry, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await send('DELETE', path`/v1/patients/${patient}/facts/${entry.id}`, { body: { reason } });
      onDone();
    } catch (error) {
      setProblem(problemFieldsOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      class="card form"
      data-testid="remove-form"
      onSubmit={(event) => {
        event.preventDefault();
        void remove();
      }}
    >
      <p>
        For something that was never so. What is over, such as a medicine that is no longer taken, is corrected instead:
        set its status.
      </p>
      <Field label="Reason" name="reason" value={reason} onValue={setReason} required isFirst />
      {problem && <ProblemBox problem={problem} />}
      <div class="row">
        <button type="submit" class="danger" disabled={isBusy || reason.trim() === ''}>
          Remove
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
