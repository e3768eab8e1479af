/** A tool over the record: it reads only the patient of its task. Only agents with access to `record` may use it. */
import type { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import { type PatientRecord, patientKey } from '../../../record/index.ts';

export type RecordToolContext = ToolContext & {
  record(): PatientRecord;
  /** The record's key for the task's patient. */
  patient: string;
  patientId: string;
};

type RecordTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run' | 'needs'> & {
  run(input: z.infer<I>, context: RecordToolContext): Promise<z.infer<O>>;
};

/** Made with the record that it reads. */
export function recordTool<I extends z.ZodType, O extends z.ZodType>(tool: RecordTool<I, O>) {
  return (record: PatientRecord): Tool =>
    defineTool<I, O>({
      ...tool,
      needs: 'record',
      run(input, context) {
        const { subject, tenant } = context.task;
        if (subject?.kind !== 'patient') throw new AppError('config', `${tool.name} needs a task about a patient.`);
        const patient = patientKey(tenant, subject.id);
        return tool.run(input, { ...context, record: () => record, patient, patientId: subject.id });
      },
    });
}
