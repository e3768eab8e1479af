/** Checks medicines against one another, against what the patient takes and against their allergies, by table alone. */
import { z } from 'zod';
import { conflicts, unknownSubstances } from '../../../clinical/index.ts';
import { recordTool } from './record-tool.ts';

const Conflict = z.object({
  kind: z.enum(['interaction', 'allergy', 'twice']),
  between: z.array(z.string()),
  severity: z.enum(['contraindicated', 'serious', 'caution']),
  why: z.string(),
  source: z.string(),
});

export const checkInteractions = recordTool({
  name: 'check_interactions',
  description:
    'Checks medicines, supplements, alcohol or grapefruit against this patient’s active medications and allergies, and against ' +
    'one another, in a table of well-known interactions. Use it whenever a medicine is mentioned or asked about. A pair that ' +
    'is not found is not in the table, which does not make it safe.',
  input: z.object({
    substances: z
      .array(z.string().min(1).max(100))
      .max(20)
      .default([])
      .describe('What to check, by generic or brand name. Leave out to check what they take against itself'),
  }),
  output: z.object({
    checked: z.array(z.string()),
    against: z.object({ medications: z.array(z.string()), allergies: z.array(z.string()) }),
    conflicts: z.array(Conflict).describe('The gravest first'),
    unknown: z.array(z.string()).describe('Substances that the table holds nothing about'),
    note: z.string(),
  }),
  effect: 'read',
  async run({ substances }, { record, patient, patientId }) {
    const [regimens, { allergies }] = await Promise.all([
      record().regimens(patient, { state: 'active' }),
      record().sidePanel(patient, patientId),
    ]);
    const taken = regimens.map(({ name }) => name);
    const asked = substances.length > 0 ? substances : taken;
    return {
      checked: asked,
      against: { medications: taken, allergies: allergies.map(({ name }) => name) },
      conflicts: conflicts(asked, taken, allergies),
      unknown: unknownSubstances(asked),
      note: 'The table holds well-known interactions only. What is not found here still needs a pharmacist or doctor.',
    };
  },
});
