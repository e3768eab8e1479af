/** The record's schema in words, for an agent that writes questions to the graph. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { LABELS, RELATIONSHIPS } from '../../../record/index.ts';

const HEADER = `Start from (p:Patient {uuid: $patient_uuid}). Go from the patient to instance nodes and from those to type nodes;
a type node can be shared by all patients, so it is never a place to start. Match text with toLower(x) CONTAINS toLower($y).
Times are UTC text such as 2025-03-01T09:00:00.000Z and compare as text.`;

export const getGraphSchema = defineTool({
  name: 'get_graph_schema',
  description:
    'Describes the labels, properties and relationships of the patient graph. Read it before writing Cypher.',
  input: z.object({}),
  output: z.object({ schema: z.string() }),
  effect: 'read',
  async run() {
    return { schema: graphSchemaText() };
  },
});

function graphSchemaText(): string {
  const nodes = Object.entries(LABELS).map(([label, { scope, about, properties }]) => {
    const kind = scope === 'shared' ? 'shared type' : 'belongs to the patient';
    return `(:${label}) ${about}; ${kind}\n  ${propertyList(properties)}`;
  });
  const edges = RELATIONSHIPS.map((edge) => {
    const properties = 'properties' in edge ? ` ${propertyList(edge.properties)}` : '';
    return `(:${edge.from})-[:${edge.type}]->(:${edge.to})${properties}`;
  });
  return [HEADER, 'Nodes', ...nodes, 'Relationships', ...edges].join('\n');
}

function propertyList(properties: Readonly<Record<string, string>>): string {
  const readable = Object.entries(properties).filter(([, type]) => type !== 'json');
  return `{${readable.map(([name, type]) => `${name}: ${type}`).join(', ')}}`;
}
