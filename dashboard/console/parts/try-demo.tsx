/** Offers a made-up patient to look around with, wherever a page has nothing to show. */
import { useState } from 'preact/hooks';
import { type ProblemFields, send } from '../api.ts';
import { useMe } from '../me.ts';
import { choosePatient } from '../person.ts';
import { problemFieldsOf } from '../use-loaded.ts';
import { ProblemBox } from './problem-box.tsx';

export type Demo = { patient_id: string; sessions: { session_id: string }[]; agent_id: string };

/** `onFilled`: where to go from here; without it the page stays, and shows the demo patient. */
export function TryDemo({ onFilled }: { onFilled?: (demo: Demo) => void }) {
  const { may, access, patients } = useMe();
  const [isBusy, setBusy] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  // A key for certain patients could not look at this one.
  if (isHidden || patients !== null || !(access === 'open' || may('admin'))) return null;
  const fill = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const demo = await send<Demo>('POST', '/v1/demo');
      choosePatient(demo.patient_id);
      onFilled?.(demo);
    } catch (error) {
      const fields = problemFieldsOf(error);
      if (fields.status === 404) setHidden(true);
      else setProblem(fields);
    }
    setBusy(false);
  };
  return (
    <div class="row" data-testid="try-demo">
      <button type="button" data-testid="demo" disabled={isBusy} onClick={() => void fill()}>
        Fill a demo patient
      </button>
      <span class="quiet small" aria-live="polite">
        {isBusy
          ? 'It is being filled. This takes a moment.'
          : 'Made-up data to look around with. It can be removed again.'}
      </span>
      {problem && <ProblemBox problem={problem} />}
    </div>
  );
}
