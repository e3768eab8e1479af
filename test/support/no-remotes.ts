/** For tests whose agents call no remote agent. */
import type { RemoteAgents } from '../../src/engine/run/context.ts';

export const NO_REMOTES: RemoteAgents = {
  async call(agent) {
    throw new Error(`this test has no remote agent ${agent.name}`);
  },
};
