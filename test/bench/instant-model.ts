/**
 * A model that answers at once: what is left to measure is Medfleet itself. Triage hands over, the consultant answers without a tool,
 * the extractors find nothing; so nobody reads the record and nothing is filed.
 */
import type { ModelChunk, ModelGateway } from '../../src/engine/models/model.ts';

/** As long as a short answer is. */
export const REPLY =
  'A single reading like this one is not a reason to worry. Rest for five minutes, measure again on the same arm, and write ' +
  'both readings down. If it stays this high over the next days, show the readings to your doctor.';

/** A question without a fact in it: rules read beside a model, and would file it. */
export const MESSAGE =
  'What do the two numbers of a blood pressure reading mean, and which of them should people look at more closely?';

const USAGE: ModelChunk = { type: 'usage', usage: { input_tokens: 900, output_tokens: 60, cost_usd: 0 } };

export const INSTANT_MODEL: ModelGateway = {
  offers: () => false,
  serves: () => ({ by: 'a script', usesTokens: false }),
  async *stream({ agent, output }) {
    if (output) yield { type: 'text', text: '{"facts":[]}' };
    else if (agent === 'TriageAgent') yield { type: 'call', call: TRANSFER };
    else yield { type: 'text', text: REPLY };
    yield USAGE;
  },
};

const TRANSFER = {
  id: 'call-1',
  name: 'transfer_to_agent',
  args: { agent_name: 'HealthConsultantAgent', reason: 'asks about a reading of their own' },
};
