/** For tests whose agents call no remote agent. */
import type { OpenRemotes } from '../../src/interop/remote/open-remotes.ts';

export const NO_REMOTES: OpenRemotes = {
  async call(agent) {
    throw new Error(`this test has no remote agent ${agent.name}`);
  },
  forget: async () => 0,
  close: async () => undefined,
};
