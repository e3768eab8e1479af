/** Says that the chosen patient is made up, and removes it. */
import { useState } from 'preact/hooks';
import { type ProblemFields, path, send } from './api.ts';
import { useMe } from './me.ts';
import { Confirm } from './parts/confirm.tsx';
import { ProblemBox } from './parts/problem-box.tsx';
import { choosePatient, defaultPatient, isDemo, usePatient } from './person.ts';
import { go, to } from './router.ts';
import { problemFieldsOf } from './use-loaded.ts';

export function DemoBanner() {
  const me = useMe();
  const patient = usePatient();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  if (!isDemo(patient)) return null;
  const remove = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send('DELETE', path`/v1/patients/${patient}`);
      setAsked(false);
      choosePatient(defaultPatient(me));
      go(to());
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setBusy(false);
  };
  return (
    <div class="demo-banner" data-testid="demo-banner">
      <span>This is a made-up patient.</span>
      {me.may('record:erase') && (
        <button type="button" class="link" data-testid="remove-demo" onClick={() => setAsked(true)}>
          Remove the demo
        </button>
      )}
      {isAsked && (
        <Confirm
          title="Remove the demo patient?"
          action="Remove"
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p>Its conversations, its record and its research agent are erased. You can fill a new one at any time.</p>
          {problem && <ProblemBox problem={problem} />}
        </Confirm>
      )}
    </div>
  );
}
