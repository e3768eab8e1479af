/** A button's call: busy while it runs, its problem if it fails, and what to do afterwards. */
import { useState } from 'preact/hooks';
import type { ProblemFields } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';

type Action = {
  run: (work: () => Promise<unknown>) => Promise<void>;
  isBusy: boolean;
  problem: ProblemFields | undefined;
};

export function useAction(onDone: () => void): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
      onDone();
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setIsBusy(false);
  };
  return { run, isBusy, problem };
}
