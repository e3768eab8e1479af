/** A tool context over a real record, for one patient. */
import { randomUUID } from 'node:crypto';
import type { ToolContext } from '../../../../src/engine/tools/tool.ts';
import { type PatientRecord, patientKey } from '../../../../src/record/record.ts';
import { toolContext as plainContext, useTool as useAnyTool } from '../../../engine/tools/context.ts';
import { taskRequest } from '../../../support/task-request.ts';

type RecordContext = ToolContext & { openRecord: PatientRecord };

const ids = new Map<string, string>();

/** The record's key of a patient that nobody else has. */
export function newPatient(): string {
  const id = `P-${randomUUID()}`;
  const key = patientKey('local', id);
  ids.set(key, id);
  return key;
}

type Given = Partial<ToolContext> & { openRecord: PatientRecord; patient: string };

export function toolContext({ openRecord, patient, ...more }: Given): RecordContext {
  const id = ids.get(patient);
  if (!id) throw new Error('a patient that newPatient did not make');
  const request = taskRequest({ id: 'turn-1', subject: { kind: 'patient', id } });
  return { ...plainContext({ task: { ...request, text: '' }, ...more }), openRecord };
}

export function useTool(name: string, input: unknown, context: RecordContext): Promise<Record<string, unknown>> {
  return useAnyTool(name, input, context, context.openRecord);
}
