/**
 * One writer of a patient at a time. Inside a process they wait in a queue (serial.ts); between processes the patient node does it, because writing to a
 * node keeps every other transaction off it until the end.
 */
import type { Run } from '../../platform/neo4j.ts';

/**
 * First in every transaction that writes. MERGE alone would not do: it shares its lock on the index with others who then all wait for
 * the node, which Neo4j takes for a deadlock (seen with 60 writers at once; with this statement first, none).
 */
export function lockPatient(run: Run, patient: string): Promise<unknown> {
  return run('MATCH (p:Patient {uuid: $patient}) SET p.seq = p.seq', { patient });
}

/** After the lock. `seq` counts what was filed. */
export const MERGE_PATIENT = 'MERGE (p:Patient {uuid: $patient}) ON CREATE SET p.owner = $patient, p.seq = 0';
