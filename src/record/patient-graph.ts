/** A whole record as plain data: what is moved to another engine, exported to others, and counted when it is erased. */
import type { LabelName, RelationshipType } from './schema.ts';

export type Scalar = string | number | boolean;
export type PastState = Record<string, Scalar>;
/** `history` is the only property that is a list: earlier states of the node, oldest first. */
export type Properties = Record<string, Scalar | PastState[]>;

export type GraphNode = { id: string; label: LabelName; properties: Properties };

/** `key` tells parallel edges apart: the fact's id where the edge is a statement, empty elsewhere. */
export type GraphEdge = { from: string; type: RelationshipType; to: string; key: string; properties: Properties };

/** The patient's own nodes, the shared nodes that they point to, and every edge between them. */
export type PatientGraph = { nodes: GraphNode[]; edges: GraphEdge[] };

/** Who the patient is, as far as reference ranges need to know. Kept on the Patient node. */
export type PatientProfile = { birth_date?: string; sex?: 'female' | 'male' | 'other' | 'unknown' };
