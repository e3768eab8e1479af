/** The modes by name. */
import type { Mode } from '../preset.ts';
import { critique } from './critique.ts';
import { debate } from './debate.ts';
import { ensemble } from './ensemble.ts';
import type { RunMode } from './mode.ts';
import { pipeline } from './pipeline.ts';
import { single } from './single.ts';

export const RUN_MODE: Readonly<Record<Mode, RunMode>> = { single, critique, debate, pipeline, ensemble };
