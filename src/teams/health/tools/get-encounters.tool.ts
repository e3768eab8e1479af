/** Visits and appointments by the document's windows: recent is the last three months, and nothing older. */
import { z } from 'zod';
import { ENCOUNTER_WINDOWS, type EncounterEntry, encountersIn } from '../../../record/index.ts';
import { digestOf } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const MAX_LISTED = 50;

const Visit = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));
type Visit = z.infer<typeof Visit>;

export const getEncounters = recordTool({
  name: 'get_encounters',
  description:
    'Reads this patient’s visits and appointments of one window, newest first, with who was seen and where. If nothing is recent, the latest older visit comes along.',
  input: z.object({
    window: z
      .enum(ENCOUNTER_WINDOWS)
      .describe('recent: the last three months. past: all that have been. current: today’s. scheduled: those to come'),
    limit: z.number().int().min(1).max(MAX_LISTED).default(15),
  }),
  output: z.object({
    window: z.string(),
    encounters: z.array(Visit),
    latest_older: Visit.optional().describe('The latest visit before the window, if the window is empty'),
  }),
  effect: 'read',
  async run({ window, limit }, { record, patient, now }) {
    const found = await encountersIn(record(), patient, window, { now, limit });
    if (found.length > 0 || window !== 'recent') return { window, encounters: found.map(visitOf) };
    const [latest] = await encountersIn(record(), patient, 'past', { now, limit: 1 });
    return { window, encounters: [], ...(latest && { latest_older: visitOf(latest) }) };
  },
});

function visitOf(entry: EncounterEntry): Visit {
  const { practitioners, organizations } = entry;
  return {
    ...digestOf(entry),
    ...(practitioners.length > 0 && { practitioners }),
    ...(organizations.length > 0 && { organizations }),
  };
}
