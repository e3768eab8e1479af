/**
 * The whole record as a person reads it: every kind of entry, and for each the turns in which it was told. Made from the graph, so it is
 * the same for every engine; the side panel is the short form that agents read.
 */
import { z } from 'zod';
import type { FactKind } from './fact.ts';
import { ageOf } from './panel.ts';
import type { GraphNode, PatientGraph, Properties } from './patient-graph.ts';
import { profileOf } from './profile.ts';
import { encounterOf, entryOf, familyEntryOf, textOf, timeOf } from './properties.ts';
import { EncounterEntry, FamilyEntry, RecordEntry, RegimenEntry, SidePanel } from './record.ts';
import { FAMILY, FILED_KINDS, KINDS, kindRule, type LabelName } from './schema.ts';

/** Of one entry; `sources_count` says how many there are. */
const MAX_SOURCES = 3;
/** Of one section; `counts` says how many there are. */
const MAX_ENTRIES = 5_000;

const Source = z.object({
  turn_id: z.string(),
  session_id: z.string().describe('fhir-import or record-api: no conversation, but an import or a correction by hand'),
  filed_at: z.string(),
});
type Source = z.infer<typeof Source>;

const told = {
  filed_at: z.string().describe('When it was last told'),
  sources: z.array(Source).describe('In which turns it was told, the last ones first'),
  sources_count: z.number().int().describe('In how many turns it was told'),
};
const retold = { ended_time: RegimenEntry.shape.ended_time, history: RegimenEntry.shape.history };

export const FullEntry = RecordEntry.extend({ ...retold, ...told });
export type FullEntry = z.infer<typeof FullEntry>;
export const FullEncounter = EncounterEntry.extend({ ...retold, ...told });
export type FullEncounter = z.infer<typeof FullEncounter>;
export const FullFamilyEntry = FamilyEntry.extend(told);
export type FullFamilyEntry = z.infer<typeof FullFamilyEntry>;

export const FullRecord = z.object({
  patient: SidePanel.shape.patient,
  profile: z.array(FullEntry).describe('What was told about the person: Birth date, Sex'),
  conditions: z.array(FullEntry),
  symptoms: z.array(FullEntry),
  medications: z.array(FullEntry),
  allergies: z.array(FullEntry),
  observations: z.array(FullEntry),
  encounters: z.array(FullEncounter),
  procedures: z.array(FullEntry),
  documents: z.array(FullEntry),
  practitioners: z.array(FullEntry),
  organizations: z.array(FullEntry),
  family_history: z.array(FullFamilyEntry),
  counts: z.record(z.string(), z.number()).describe(`Of all entries; each list has the newest ${MAX_ENTRIES} of them`),
});
export type FullRecord = z.infer<typeof FullRecord>;

/** Newest first in every section. `limit` Infinity: all entries. */
export function fullRecord(patientId: string, graph: PatientGraph, now: Date, limit = MAX_ENTRIES): FullRecord {
  const byLabel = nodesByLabel(graph);
  const profile = profileOf(byLabel.get('Patient')?.[0]?.properties ?? {});
  const sourcesOf = sourcesIn(graph);
  const namesOf = namesIn(graph);
  const nodes = (label: LabelName) => newestFirst(byLabel.get(label) ?? []).slice(0, limit);

  const list = (kind: FactKind): FullEntry[] =>
    nodes(KINDS[kind].label).map(({ id, properties }) => ({
      ...entryOf(kind, id, properties),
      ...changesOf(properties),
      ...sourcesOf(id, properties),
    }));
  return {
    patient: { id: patientId, ...profile, ...ageOf(profile, now) },
    profile: list('profile'),
    conditions: list('condition'),
    symptoms: list('symptom'),
    medications: list('medication'),
    allergies: list('allergy'),
    observations: list('observation'),
    encounters: nodes('Encounter').map(({ id, properties }) => ({
      ...encounterOf(id, properties, { practitioners: namesOf(id, 'WITH'), organizations: namesOf(id, 'AT') }),
      ...changesOf(properties),
      ...sourcesOf(id, properties),
    })),
    procedures: list('procedure'),
    documents: list('document'),
    practitioners: list('practitioner'),
    organizations: list('organization'),
    family_history: nodes(FAMILY.label).map(({ id, properties }) => ({
      ...familyEntryOf(id, properties),
      ...sourcesOf(id, properties),
    })),
    counts: Object.fromEntries(
      FILED_KINDS.map(kindRule).map(({ section, label }) => [section, byLabel.get(label)?.length ?? 0]),
    ),
  };
}

function nodesByLabel({ nodes }: PatientGraph): Map<LabelName, GraphNode[]> {
  const groups = new Map<LabelName, GraphNode[]>();
  for (const node of nodes) {
    const group = groups.get(node.label);
    if (group) group.push(node);
    else groups.set(node.label, [node]);
  }
  return groups;
}

/** Nodes are in the order of filing, which decides between those of the same time. */
function newestFirst(nodes: readonly GraphNode[]): GraphNode[] {
  const dated = nodes.map((node) => ({ node, at: timeOf(node.properties) ?? '' }));
  return dated
    .reverse()
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .map(({ node }) => node);
}

function changesOf({ ended_time, history }: Properties): Pick<FullEntry, 'ended_time' | 'history'> {
  return { ...(typeof ended_time === 'string' && { ended_time }), ...(Array.isArray(history) && { history }) };
}

/** In which turns a node was told. A turn that tells it twice counts once. */
function sourcesIn({ nodes, edges }: PatientGraph) {
  const node = new Map(nodes.map((one) => [one.id, one.properties]));
  const turns = new Map<string, Source>();
  for (const { from, type, to } of edges) {
    if (type !== 'HAS_TURN') continue;
    const [session, turn] = [node.get(from) ?? {}, node.get(to) ?? {}];
    const text = (properties: Properties, name: string) => textOf(properties, name) ?? '';
    turns.set(to, {
      turn_id: text(turn, 'turn_id'),
      session_id: text(session, 'session_id'),
      filed_at: text(turn, 'recorded_at'),
    });
  }
  const statedIn = new Map<string, Set<string>>();
  for (const { from, type, to } of edges)
    if (type === 'STATED_IN') statedIn.set(from, (statedIn.get(from) ?? new Set()).add(to));

  return (id: string, properties: Properties): Pick<FullEntry, keyof typeof told> => {
    const sources = [...(statedIn.get(id) ?? [])].flatMap((turn) => turns.get(turn) ?? []);
    sources.sort((a, b) => (a.filed_at < b.filed_at ? 1 : -1));
    const filed_at = sources[0]?.filed_at ?? textOf(properties, 'recorded_at') ?? '';
    return { filed_at, sources: sources.slice(0, MAX_SOURCES), sources_count: sources.length };
  };
}

/** Names of those whom a visit is linked to. */
function namesIn({ nodes, edges }: PatientGraph) {
  const name = new Map(nodes.map(({ id, properties }) => [id, textOf(properties, 'name') ?? '']));
  const linked = new Map<string, string[]>();
  for (const { from, type, to } of edges) {
    if (type !== 'WITH' && type !== 'AT') continue;
    const key = `${type} ${from}`;
    linked.set(key, [...(linked.get(key) ?? []), name.get(to) ?? '']);
  }
  return (from: string, type: 'WITH' | 'AT'): string[] => (linked.get(`${type} ${from}`) ?? []).sort();
}
