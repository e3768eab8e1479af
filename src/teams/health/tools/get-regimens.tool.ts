/** Medicines and supplements as they are or were taken, with what was different before. */
import { z } from 'zod';
import type { RegimenEntry } from '../../../record/index.ts';
import { clipped, digestOf } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const MAX_LISTED = 60;
const MAX_EARLIER = 5;

const Regimen = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.record(z.string(), z.unknown()))]));
type Regimen = z.infer<typeof Regimen>;

export const getRegimens = recordTool({
  name: 'get_regimens',
  description:
    'Reads this patient’s medications and supplements with dose, frequency, since when, until when, and earlier doses. Active ' +
    'ones are taken now; historical ones have ended; what is only planned is in neither.',
  input: z.object({
    state: z.enum(['active', 'historical', 'all']).default('active').describe('Which of them'),
  }),
  output: z.object({ state: z.string(), regimens: z.array(Regimen), more: z.number().optional() }),
  effect: 'read',
  async run({ state }, { record, patient }) {
    const found = await record().regimens(patient, { state });
    const more = found.length - MAX_LISTED;
    return { state, regimens: found.slice(0, MAX_LISTED).map(regimenOf), ...(more > 0 && { more }) };
  },
});

function regimenOf(entry: RegimenEntry): Regimen {
  const { ended_time, history = [] } = entry;
  const earlier = history.slice(-MAX_EARLIER).map((past) =>
    Object.fromEntries(
      Object.entries(past)
        .filter(([name]) => name !== 'turn_id')
        .map(([name, value]) => [name, typeof value === 'boolean' ? value : clipped(value)]),
    ),
  );
  return { ...digestOf(entry), ...(ended_time && { ended_time }), ...(earlier.length > 0 && { earlier }) };
}
