/** Whether a graph that is to be restored is one patient's record by the schema, before an engine writes any of it. */
import { AppError } from '../platform/errors.ts';
import type { PatientGraph, WithdrawnFact } from './patient-graph.ts';
import { LABELS, type LabelName, RELATIONSHIPS } from './schema.ts';

const EDGES: ReadonlySet<string> = new Set(RELATIONSHIPS.map(({ from, type, to }) => `${from} ${type} ${to}`));

export function checkGraph(patient: string, { nodes, edges }: PatientGraph): void {
  const labels = new Map<string, LabelName>();
  for (const { id, label } of nodes) {
    if (!Object.hasOwn(LABELS, label)) refuse('it has a label that the schema does not know');
    if (labels.has(id)) refuse('two of its nodes have the same id');
    labels.set(id, label);
    if (label === 'Patient' && id !== patient) refuse('it is of another patient');
  }
  if (nodes.length > 0 && !labels.has(patient)) refuse('it has no patient');
  for (const { from, type, to } of edges) {
    const ends = `${labels.get(from)} ${type} ${labels.get(to)}`;
    if (!EDGES.has(ends)) refuse('it has an edge that the schema does not know');
  }
}

/** A copy must not lose what was withdrawn from the record. */
export function refuseMoreWithdrawn(onFile: readonly WithdrawnFact[], { withdrawn = [] }: PatientGraph): void {
  const copied = new Set(withdrawn.map(({ id }) => id));
  if (onFile.some(({ id }) => !copied.has(id))) {
    throw new AppError('conflict', 'This record holds more than the copy; erase it first');
  }
}

function refuse(why: string): never {
  throw new AppError('invalid', `This record cannot be restored: ${why}`);
}
