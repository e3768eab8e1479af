/** The code of the team kitchen: its tool, and a rule that does the agent's work where there is no model. */
import type { Rule } from '../../src/engine/models/offline/rule.ts';
import type { TeamModule } from '../../src/engine/run/team-module.ts';
import { convertMeasure } from './convert-measure.tool.ts';

/** Reads the request as a model would: calls the tool first, and says its result when it is there. */
const cook: Rule = ({ messages }) => {
  const last = messages.at(-1)?.parts[0];
  if (last?.type === 'response') {
    const { millilitres, error } = last.result as { millilitres?: number; error?: string };
    return { text: error ?? `That is ${millilitres} ml.` };
  }
  const [, amount, measure] = /(\d+(?:\.\d+)?) (\w+?)s?\b/.exec(last?.type === 'text' ? last.text : '') ?? [];
  if (!amount || !measure) return { text: 'Tell me an amount and a measure, such as "2 cups".' };
  return { calls: [{ name: 'convert_measure', args: { amount: Number(amount), measure } }] };
};

export function kitchenTeam(): TeamModule {
  return { name: 'kitchen', subject: null, tools: [convertMeasure], offline: { CookAgent: cook } };
}
