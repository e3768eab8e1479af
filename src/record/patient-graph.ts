/** A whole record as plain data: what is moved to another engine, exported to others, and counted when it is erased. */
import type { FiledKind, LabelName, RelationshipType } from './schema.ts';

export type Scalar = string | number | boolean;
export type PastState = Record<string, Scalar>;
/** `history` is the only property that is a list: earlier states of the node, oldest first. */
export type Properties = Record<string, Scalar | PastState[]>;

export type GraphNode = { id: string; label: LabelName; properties: Properties };

/** `key` tells parallel edges apart: the fact's id where the edge is a statement, empty elsewhere. */
export type GraphEdge = { from: string; type: RelationshipType; to: string; key: string; properties: Properties };

/** Where a withdrawn fact was said: what the edge to the turn held, and the turn. */
export type WithdrawnStatement = { fact: string; turn_id: string; session_id: string; properties: Properties };

/**
 * What was on file and was a mistake: a fact that was withdrawn, or the state of a fact before it was corrected. It is no node, so that no
 * list, series or query can find it; it is kept as evidence and exported as entered in error.
 */
export type WithdrawnFact = {
  id: string;
  kind: FiledKind;
  properties: Properties;
  /** Empty for the state before a correction: the fact itself keeps its statements. */
  statements: WithdrawnStatement[];
  withdrawn_at: string;
  /** Who did it: a credential as the access log names it, or the agent that read it in a message. */
  withdrawn_by: string;
  reason?: string;
  /** The fact that has the right value. */
  replaced_by?: string;
};

/** The patient's own nodes, the shared nodes that they point to, and every edge between them; and what was withdrawn, oldest first. */
export type PatientGraph = {
  nodes: GraphNode[];
  edges: GraphEdge[];
  withdrawn?: WithdrawnFact[];
  /** Whose it is, for lists; absent where nobody has said so. */
  person?: FiledPerson;
};

/** A person as their tenant calls them. */
export type Person = { tenant: string; id: string };

/** When something was last filed about them. */
export type FiledPerson = Person & { updated_at: string };

/** Who the patient is, as far as reference ranges need to know. Kept on the Patient node. */
export type PatientProfile = { birth_date?: string; sex?: 'female' | 'male' | 'other' | 'unknown' };
