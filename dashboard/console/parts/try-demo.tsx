/** Offers a made-up patient to look around with, wherever a page has nothing to show. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ProblemFields, send } from '../api.ts';
import { useMe } from '../me.ts';
import { choosePatient } from '../person.ts';
import { problemFieldsOf } from '../use-loaded.ts';
import { ProblemBox } from './problem-box.tsx';

export type Demo = { patient_id: string; sessions: { session_id: string }[]; agent_id: string; complete: boolean };

/** Each request goes on where the one before it stopped. */
const PAUSE_MS = 1_000;

/** What is being filled, if anything: the user may look at another page meanwhile. */
let filling: Promise<Demo> | undefined;

/** `onFilled`: where to go from here; without it the page stays, and shows the demo patient. */
export function TryDemo({ onFilled }: { onFilled?: (demo: Demo) => void }) {
  const { may, access, patients } = useMe();
  const [isBusy, setBusy] = useState(filling !== undefined);
  const [isHidden, setHidden] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  const isShown = useRef(true);
  const fill = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const demo = await demoFilled();
      if (isShown.current) onFilled?.(demo);
    } catch (error) {
      const fields = problemFieldsOf(error);
      if (fields.status === 404) setHidden(true);
      else setProblem(fields);
    }
    setBusy(false);
  };
  useEffect(() => {
    if (filling) void fill();
    return () => {
      isShown.current = false;
    };
  }, []);
  // A key for certain patients could not look at this one.
  if (isHidden || patients !== null || !(access === 'open' || may('admin'))) return null;
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

function demoFilled(): Promise<Demo> {
  filling ??= filled().finally(() => {
    filling = undefined;
  });
  return filling;
}

async function filled(): Promise<Demo> {
  let demo = await send<Demo>('POST', '/v1/demo');
  while (!demo.complete) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    demo = await send<Demo>('POST', '/v1/demo');
  }
  choosePatient(demo.patient_id);
  return demo;
}
