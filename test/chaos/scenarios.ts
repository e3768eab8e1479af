/** Every kind of failure, by name. Each scenario starts its own fleet in `dir` and says what it found. */
import type { Code } from '../support/processes.ts';
import type { Finding } from './finding.ts';
import { kills } from './scenarios/kills.ts';

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

export const SCENARIOS: Record<string, Scenario> = { kills };
