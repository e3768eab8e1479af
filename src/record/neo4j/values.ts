/**
 * Properties on their way to Neo4j and back. A number is a float there, always, so that 7 and 7.5 divide alike; the few integers are
 * named here. A list is stored as JSON text. Besides its own properties every node has a few for internal use.
 */

import { derivedId } from '../identity.ts';
import type { PastState, Properties } from '../patient-graph.ts';
import { timeOf } from '../properties.ts';
import { INTEGER_PROPERTIES } from '../schema.ts';

/** A node or an edge as the driver has it. */
export type Stored = Readonly<Record<string, unknown>>;

/**
 * owner: whose the node is. key: under which the patient has it once, as a digest, because an index takes no long values. at, seq: what
 * lists are ordered by.
 */
const BOOKKEEPING = new Set(['uuid', 'owner', 'key', 'at', 'seq']);

/** A node's properties with our own, but for key and seq, which it gets once. */
export function storedNode(id: string, owner: string, properties: Properties): Stored {
  return { ...storedProperties(properties), uuid: id, owner, at: timeOf(properties) ?? null };
}

export function storedKey(label: string, key: string): string {
  return derivedId(label, key);
}

export function storedProperties(properties: Properties): Stored {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, storedValue(name, value)]));
}

function storedValue(name: string, value: Properties[string]): unknown {
  if (Array.isArray(value)) return JSON.stringify(value);
  return INTEGER_PROPERTIES.has(name) && typeof value === 'number' ? BigInt(value) : value;
}

export function propertiesFrom(stored: Stored): Properties {
  const properties: Properties = {};
  for (const [name, value] of Object.entries(stored)) {
    if (BOOKKEEPING.has(name)) continue;
    if (name === 'history') properties.history = JSON.parse(String(value)) as PastState[];
    else properties[name] = typeof value === 'bigint' ? Number(value) : (value as string | number | boolean);
  }
  return properties;
}
