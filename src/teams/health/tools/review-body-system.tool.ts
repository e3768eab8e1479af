/** Everything the record holds on one body system, for "how is my liver?". */
import { z } from 'zod';
import { testsOfSystem } from '../../../clinical/index.ts';
import { bodySystem } from '../../../record/index.ts';
import { terminology } from '../terminology.ts';
import { digestOf, EntryDigest } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';
import { SeriesDigest, seriesDigest } from './series-digest.ts';

const POINTS = 5;
const MAX_LISTED = 20;
const MAX_UNMEASURED = 6;

export const reviewBodySystem = recordTool({
  name: 'review_body_system',
  description:
    'Gathers what this patient’s record holds on one body system or organ: measurements with range and trend, conditions, ' +
    'symptoms, medications, family history, and which usual tests are missing.',
  input: z.object({
    system: z
      .string()
      .min(1)
      .max(60)
      .describe('An organ or system as people say it: "liver", "heart", "kidneys", "thyroid"'),
  }),
  output: z.union([
    z.object({
      system: z.string(),
      observations: z.array(SeriesDigest),
      conditions: z.array(EntryDigest),
      symptoms: z.array(EntryDigest),
      medications: z.array(EntryDigest),
      family_history: z.array(z.object({ relation: z.string(), name: z.string() })),
      not_measured: z.array(z.string()).describe('Usual tests of this system that the record has no value of'),
    }),
    z.object({ error: z.string() }),
  ]),
  effect: 'read',
  async run({ system }, { record, patient }) {
    const view = await bodySystem(record(), patient, system, terminology);
    if (!view)
      return { error: 'This names no organ or body system that is known here. Try "liver", "heart" or "kidneys".' };
    const measured = new Set(view.observations.map(({ name }) => name));
    return {
      system: view.system,
      observations: view.observations.slice(0, MAX_LISTED).map((series) => seriesDigest(series, POINTS)),
      conditions: view.conditions.slice(0, MAX_LISTED).map(digestOf),
      symptoms: view.symptoms.slice(0, MAX_LISTED).map(digestOf),
      medications: view.medications.slice(0, MAX_LISTED).map(digestOf),
      family_history: view.family_history.slice(0, MAX_LISTED).map(({ relation, name }) => ({ relation, name })),
      not_measured: testsOfSystem(view.system)
        .filter((name) => !measured.has(name) && name !== 'Blood pressure')
        .slice(0, MAX_UNMEASURED),
    };
  },
});
