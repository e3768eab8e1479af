/** Every kind of failure, by name. Each scenario starts its own fleet in `dir` and says what it found. */
import type { Code } from '../support/processes.ts';
import type { Finding } from './finding.ts';
import { afterTheEnd } from './scenarios/after-the-end.ts';
import { askedAgain } from './scenarios/asked-again.ts';
import { budget } from './scenarios/budget.ts';
import { clock } from './scenarios/clock.ts';
import { fullDisk } from './scenarios/full-disk.ts';
import { history } from './scenarios/history.ts';
import { kills } from './scenarios/kills.ts';
import { lostJob } from './scenarios/lost-job.ts';
import { mails } from './scenarios/mails.ts';
import { modelOutage } from './scenarios/model-outage.ts';
import { orphan } from './scenarios/orphan.ts';
import { powerCuts } from './scenarios/power-cuts.ts';
import { redisRefuses } from './scenarios/redis-refuses.ts';
import { triggers } from './scenarios/triggers.ts';

export type Setting = {
  name: string;
  dir: string;
  code: Code;
  seed: number;
  seeds: number;
  turns: number;
  sessions: number;
  kills: number;
};

export type Scenario = (setting: Setting) => Promise<Finding[]>;

export const SCENARIOS: Record<string, Scenario> = {
  kills,
  'asked-again': askedAgain,
  'lost-job': lostJob,
  orphan,
  'after-the-end': afterTheEnd,
  budget,
  mails,
  triggers,
  'power-cuts': powerCuts,
  'redis-refuses': redisRefuses,
  'full-disk': fullDisk,
  'model-outage': modelOutage,
  history,
  clock,
};
