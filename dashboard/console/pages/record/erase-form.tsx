/** Erases a person beyond recovery. The id has to be typed, so that no click and no habit can do it. */

import { useState } from 'preact/hooks';
import type { Erasure } from '../../../../src/client/client.ts';
import { type ProblemFields, path, send } from '../../api.ts';
import { words } from '../../parts/badge.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';

export function EraseForm({ patient, onErased }: { patient: string; onErased: () => void }) {
  const [typed, setTyped] = useState('');
  const [receipt, setReceipt] = useState<Erasure>();
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const erase = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setReceipt(await send<Erasure>('DELETE', path`/v1/patients/${patient}`));
      setTyped('');
      onErased();
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setBusy(false);
  };
  return (
    <section class="card share erase" aria-labelledby="erase">
      <h2 id="erase">Erase everything about {patient}</h2>
      <p>
        Removes the record, all conversations and the files of this person. It cannot be undone, and nothing is kept.
      </p>
      <form
        class="fact-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === patient) void erase();
        }}
      >
        <label for="erase-id">To confirm, type the id of the patient: {patient}</label>
        <input
          id="erase-id"
          data-testid="erase-id"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <div class="row">
          <button type="submit" class="danger" data-testid="erase" disabled={isBusy || typed !== patient}>
            Erase everything
          </button>
        </div>
      </form>
      {problem && <ProblemBox problem={problem} />}
      <div role="status" data-testid="erased">
        {receipt && <Erased receipt={receipt} />}
      </div>
    </section>
  );
}

function Erased({ receipt: { counts, stays } }: { receipt: Erasure }) {
  const removed = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      <p>
        <strong>Erased.</strong>{' '}
        {removed.length > 0
          ? `Removed: ${removed.map(([what, count]) => `${count} ${words(what)}`).join(', ')}.`
          : 'There was nothing to remove.'}
      </p>
      {stays.length > 0 && (
        <>
          <p>What could not be removed:</p>
          <ul>
            {stays.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
