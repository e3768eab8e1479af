/**
 * Properties on their way to Neo4j and back. A number is a float there, always, so that 7 and 7.5 divide alike; the few integers are
 * named here. A list is stored as JSON text. Besides its own properties every node has a few for internal use.
 */

import type { NodeRef } from '../filing.ts';
import { derivedId, listKey } from '../identity.ts';
import type { PastState, Properties } from '../patient-graph.ts';
import { timeOf } from '../properties.ts';
import { INTEGER_PROPERTIES, type LabelName } from '../schema.ts';
import type { TypeNode } from '../type-node.ts';

/** A node or an edge as the driver has it. */
export type Stored = Readonly<Record<string, unknown>>;

/**
 * owner: whose the node is. key: under which the patient has it once, as a digest, because an index takes no long values. name_key: what
 * lists of one kind are found by. at, seq: what they are ordered by. measured: of a patient, the keys of all names of observations.
 * person_*: of a patient too, who it is.
 */
const BOOKKEEPING = new Set([
  ...['uuid', 'owner', 'key', 'at', 'seq', 'name_key', 'measured'],
  ...['person_tenant', 'person_id', 'person_sort', 'person_updated'],
]);

/** A node's properties with our own, but for key and seq, which it gets once. */
export function storedNode(owner: string, { id, label }: NodeRef, properties: Properties): Stored {
  return {
    ...storedProperties(properties),
    uuid: id,
    owner,
    at: timeOf(properties) ?? null,
    name_key: storedNameKey(listKey(label, properties)),
  };
}

/** As a digest too. */
export function storedNameKey(nameKey: string | null): string | null {
  return nameKey === null ? null : derivedId('name', nameKey);
}

/** Of all observations among these: which names there are. */
export function measuredIn(nodes: readonly { label: LabelName; properties: Properties }[]): string[] {
  const observed = nodes.filter(({ label }) => label === 'Observation');
  const keys = observed.flatMap(({ label, properties }) => storedNameKey(listKey(label, properties)) ?? []);
  return [...new Set(keys)];
}

export function storedType({ id, owner, properties }: TypeNode): Stored {
  return { ...storedProperties(properties), uuid: id, ...(owner !== null && { owner }) };
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
