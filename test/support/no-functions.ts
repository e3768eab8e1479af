/** For runs that call no function. */
import type { Functions } from '../../src/engine/run/context.ts';

export const NO_FUNCTIONS: Functions = {
  call: () => Promise.reject(new Error('this run calls no function')),
  keep: async () => undefined,
  declarations: new Map(),
};
