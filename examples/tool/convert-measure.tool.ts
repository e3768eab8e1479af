/** Converts a kitchen measure to millilitres. A tool is one object: its schemas are what the model reads, and what is checked. */
import { z } from 'zod';
import { defineTool } from '../../src/engine/tools/tool.ts';

/** US customary measures, in millilitres. */
const MILLILITRES = { cup: 236.6, tablespoon: 14.8, teaspoon: 4.9 } as const;

export const convertMeasure = defineTool({
  name: 'convert_measure',
  description: 'Converts cups, tablespoons or teaspoons to millilitres.',
  input: z.object({
    amount: z.number().positive().describe('How many, such as 2.5'),
    measure: z.string().describe('cup, tablespoon or teaspoon'),
  }),
  output: z.union([z.object({ millilitres: z.number() }), z.object({ error: z.string() })]),
  effect: 'read',
  async run({ amount, measure }) {
    const size = MILLILITRES[measure as keyof typeof MILLILITRES];
    // A failure that the model can act on is a result. A throw would mean that infrastructure failed, and the call would be made again.
    if (size === undefined) return { error: `Unknown measure. Known are: ${Object.keys(MILLILITRES).join(', ')}.` };
    return { millilitres: Math.round(amount * size) };
  },
});
