/** Each time something was told, as Provenance: who read it, when, in which turn, in which words and how surely. */
import type { Extension, Provenance } from 'fhir/r4.js';
import { v5 as uuidv5 } from 'uuid';
import type { GraphEdge, GraphNode, PatientGraph } from '../patient-graph.ts';
import { textOf } from '../properties.ts';
import { clean, compact, reference } from './building.ts';
import {
  AGENT,
  CONFIDENCE,
  EVIDENCE_END,
  EVIDENCE_START,
  FACT_ID,
  PROVENANCE_AGENT,
  SESSION,
  TURN_ID,
} from './systems.ts';
import { isInstant } from './times.ts';

/** The first fact of a node has the node's id, and no two entries of a bundle may share one. */
const PROVENANCES = '6d1d3a52-8c1f-5a0e-9d0b-6b3c7f2e4a90';

export function provenanceWriter(graph: PatientGraph, nodes: ReadonlyMap<string, GraphNode>, now: string) {
  const sessions = new Map(
    graph.edges
      .filter(({ type }) => type === 'HAS_TURN')
      .map(({ from, to }) => [to, nodes.get(from)?.properties ?? {}]),
  );
  return (edge: GraphEdge, resourceType: string): Provenance => {
    const { properties } = edge;
    // A withdrawn fact has both with its statement.
    const turn = nodes.get(edge.to)?.properties ?? properties;
    const session = clean(textOf(sessions.get(edge.to) ?? properties, 'session_id'));
    const recorded = textOf(properties, 'recorded_at') ?? '';
    const agent = clean(textOf(properties, 'source_agent')) ?? 'Medfleet';
    return compact<Provenance>({
      resourceType: 'Provenance',
      id: uuidv5(edge.key, PROVENANCES),
      extension: [
        { url: FACT_ID, valueUuid: `urn:uuid:${edge.key}` },
        ...numberExtension(CONFIDENCE, 'valueDecimal', properties.confidence),
        ...numberExtension(EVIDENCE_START, 'valueInteger', properties.evidence_start),
        ...numberExtension(EVIDENCE_END, 'valueInteger', properties.evidence_end),
        ...(session === undefined ? [] : [{ url: SESSION, valueString: session }]),
      ],
      target: [reference(resourceType, edge.from)],
      recorded: isInstant(recorded) ? recorded : now,
      agent: [
        {
          type: { coding: [{ system: PROVENANCE_AGENT, code: 'assembler' }] },
          who: { type: 'Device', identifier: { system: AGENT, value: agent }, display: agent },
        },
      ],
      entity: [
        {
          role: 'source',
          what: {
            type: 'Communication',
            identifier: { system: TURN_ID, value: clean(textOf(turn, 'turn_id')) ?? edge.to },
            display: clean(textOf(properties, 'evidence_text')),
          },
        },
      ],
    });
  };
}

function numberExtension(url: string, as: 'valueDecimal' | 'valueInteger', value: unknown): Extension[] {
  return typeof value === 'number' ? [{ url, [as]: value }] : [];
}
