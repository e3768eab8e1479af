/** The patient's record at a glance, for the consultant. */
import { z } from 'zod';
import { digestOf, EntryDigest } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const SECTIONS = [
  'conditions',
  'medications',
  'allergies',
  'symptoms',
  'observations',
  'encounters',
  'procedures',
  'documents',
] as const;

const Section = z.enum(SECTIONS);

export const getPatientRecord = recordTool({
  name: 'get_patient_record',
  description:
    'Reads this patient’s record: conditions, medications, allergies, symptoms, observations, encounters, procedures and ' +
    'documents, newest first. Use it before answering anything about the patient.',
  input: z.object({
    sections: z.array(Section).optional().describe('Only these parts of the record; leave out for all of them'),
    limit: z.number().int().min(1).max(50).default(15).describe('At most this many entries in each part'),
  }),
  output: z.object({
    counts: z.record(z.string(), z.number()).describe('How many entries the record holds in each part'),
    patient: z.object({ age: z.number().optional(), sex: z.string().optional() }),
    record: z.partialRecord(Section, z.array(EntryDigest)),
    more: z.array(Section).describe('Parts that hold more entries than are shown'),
  }),
  effect: 'read',
  async run({ sections, limit }, context) {
    const panel = await context.record().sidePanel(context.patient, context.patientId);
    const wanted = SECTIONS.filter((section) => !sections?.length || sections.includes(section));
    return {
      counts: panel.counts,
      patient: {
        ...(panel.patient.age !== undefined && { age: panel.patient.age }),
        ...(panel.patient.sex !== undefined && { sex: panel.patient.sex }),
      },
      record: Object.fromEntries(wanted.map((section) => [section, panel[section].slice(0, limit).map(digestOf)])),
      more: wanted.filter((section) => (panel.counts[section] ?? 0) > limit),
    };
  },
});
