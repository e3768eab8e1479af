/** Present conditions, past conditions and family history, as separate lists. */
import { z } from 'zod';
import { type FamilyEntry, hasEnded, type RecordEntry } from '../../../record/index.ts';
import { clipped, digestOf, EntryDigest } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const MAX_LISTED = 60;

export const getConditions = recordTool({
  name: 'get_conditions',
  description:
    'Reads this patient’s conditions with status and dates: those they have now, those that are over, and, as a list of its own, the conditions of relatives.',
  input: z.object({
    state: z.enum(['active', 'past', 'all']).default('all').describe('Which of the patient’s own conditions'),
  }),
  output: z.object({
    conditions: z.array(EntryDigest),
    family_history: z.array(EntryDigest).describe('Conditions of relatives, never the patient’s own'),
    more: z.number().optional().describe('How many further conditions the record holds'),
  }),
  effect: 'read',
  async run({ state }, { record, patient, patientId }) {
    const panel = await record().sidePanel(patient, patientId);
    const wanted = panel.conditions.filter((entry) => state === 'all' || isOver(entry) === (state === 'past'));
    const more = (panel.counts.conditions ?? 0) - panel.conditions.length + Math.max(0, wanted.length - MAX_LISTED);
    return {
      conditions: wanted.slice(0, MAX_LISTED).map(digestOf),
      family_history: panel.family_history.slice(0, MAX_LISTED).map(ofRelative),
      ...(more > 0 && { more }),
    };
  },
});

function isOver({ status }: RecordEntry): boolean {
  return status !== undefined && hasEnded({ status });
}

function ofRelative({ relation, name, recorded_at }: FamilyEntry): EntryDigest {
  return { relation: clipped(relation), name: clipped(name), recorded_at };
}
