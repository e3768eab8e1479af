/**
 * Plans what filing a turn's facts changes in a patient's graph, without touching a database: an engine provides a view of the graph, gets
 * back what to write, and writes it in the same transaction. So both engines file alike, and a replay plans nothing.
 */
import { AppError } from '../platform/errors.ts';
import type { Telling } from './fact.ts';
import { derivedId, instanceKey, nameKey, sameEpisode } from './identity.ts';
import { encounterLinks } from './links.ts';
import type { Properties } from './patient-graph.ts';
import { propertiesOf, recordedAt, statementOf, textOf, timeOf } from './properties.ts';
import type { Provenance } from './record.ts';
import { corrected, firstTold, retold } from './retell.ts';
import { type KindRule, kindRule, type LabelName, type RelationshipType } from './schema.ts';
import type { FilingTerms } from './terminology.ts';
import { type TypeNode, typeNode, withCode } from './type-node.ts';

/** `seq` is the order of filing, which decides between nodes of the same time. */
export type StoredNode = { id: string; seq: number; properties: Properties };

/** The patient's graph as it is. The engine guarantees that nobody changes it until the plan is written. */
export type FilingView = {
  /** The node that this fact was filed in earlier, whoever's it is. */
  filed(fact: string): { node: string; owner: string } | undefined;
  named(label: LabelName, key: string): StoredNode | undefined;
  /** The patient's newest episodes of the symptom with this key of a name, `MAX_EPISODES` of them. */
  episodes(nameKey: string): readonly StoredNode[];
  /**
   * The patient's observations with this key of a name that stand and were told in this turn's session, or since `correctableSince`:
   * among the `MAX_CORRECTABLE` that were told last.
   */
  toldLately(nameKey: string): readonly StoredNode[];
};

export type NodeRef = { id: string; label: LabelName };
/** Where a fact was said: an edge from the fact's node to the turn. */
export type Statement = { fact: string; properties: Properties };

export type PlannedNode = {
  id: string;
  /** Its label, and the edges that lead to it and to its type. */
  rule: KindRule;
  /** Under which the patient has it once; null where each telling is a node of its own. */
  key: string | null;
  /** All of them, as they are to be. */
  properties: Properties;
  /** What it is an instance of, to be made if missing and given its code if it has none. */
  type: TypeNode | null;
  /** To be added. */
  statements: Statement[];
};

export type FilingPlan = {
  /** Nodes that are not there yet, in the order of filing. Each gets an edge from the patient, and one to its type. */
  added: PlannedNode[];
  changed: PlannedNode[];
  /** Edges between nodes of the plan, or of earlier turns, that may be there already. */
  links: { from: NodeRef; type: RelationshipType; to: NodeRef }[];
  done: { created: number; updated: number };
};

/** The patient, the session and the turn that every fact is connected to; any of them may exist already. */
export function turnNodes(patient: string, provenance: Provenance) {
  const node = (label: LabelName, id: string, properties: Properties) => ({ id, label, properties });
  return {
    patient: node('Patient', patient, {}),
    session: node('Session', derivedId(patient, 'Session', provenance.session_id), {
      session_id: provenance.session_id,
    }),
    turn: node('Turn', derivedId(patient, 'Turn', provenance.turn_id), {
      turn_id: provenance.turn_id,
      recorded_at: recordedAt(provenance),
    }),
  };
}

/** "No, it was 130" is about what was said in this conversation, or in another of the last day. */
export function correctableSince(provenance: Provenance): string {
  return new Date(Date.parse(recordedAt(provenance)) - CORRECTABLE_MS).toISOString();
}

/** A node as this turn has left it so far. */
type Working = PlannedNode & { seq: number; isNew: boolean };

type Filing = {
  view: FilingView;
  terms: FilingTerms;
  patient: string;
  provenance: Provenance;
  nodes: Map<string, Working>;
  /** Ids of `nodes` by label and key. */
  keys: Map<string, string>;
};

const CORRECTABLE_MS = 86_400_000;
/** A correction is about one of the last values that were told; filing must not read the others. */
export const MAX_CORRECTABLE = 50;
/** Episodes are a month apart, or ended. */
export const MAX_EPISODES = 100;
/** Later than any that is on file. */
const NEW_SEQ = 2 ** 52;

export function planFiling(
  view: FilingView,
  terms: FilingTerms,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
): FilingPlan {
  const filing: Filing = { view, terms, patient, provenance, nodes: new Map(), keys: new Map() };
  const filedIn = new Map<string, NodeRef>();
  const done = { created: 0, updated: 0 };
  for (const fact of facts) {
    if (filedIn.has(fact.id)) continue;
    const { label } = kindRule(fact.kind);
    const earlier = filedEarlier(filing, fact);
    const node = earlier ?? fileFact(filing, fact, done);
    filedIn.set(fact.id, { id: node, label });
  }
  const own = facts.filter((fact) => fact.kind !== 'family_history');
  const links = encounterLinks(own).flatMap(({ encounter, type, other }) => {
    const [from, to] = [filedIn.get(encounter), filedIn.get(other)];
    return from && to ? [{ from, type, to }] : [];
  });
  const nodes = [...filing.nodes.values()];
  return { added: nodes.filter((node) => node.isNew), changed: nodes.filter((node) => !node.isNew), links, done };
}

function filedEarlier({ view, patient }: Filing, fact: Telling): string | undefined {
  const filed = view.filed(fact.id);
  if (filed && filed.owner !== patient) throw new AppError('conflict', 'A fact with this id exists in another record');
  return filed?.node;
}

function fileFact(filing: Filing, fact: Telling, done: FilingPlan['done']): string {
  const rule = kindRule(fact.kind);
  const label = rule.type?.label;
  const type = label ? typeNode(filing.terms, filing.patient, label, fact) : null;
  const told = correct(filing, fact, type, propertiesOf(fact, filing.provenance));
  const key = instanceKey(filing.patient, fact, told);
  const current = key ? named(filing, rule, key) : openEpisode(filing, rule, type, told);
  const statement = { fact: fact.id, properties: statementOf(fact, filing.provenance) };
  const node: Working = {
    id: current?.id ?? fact.id,
    rule,
    key,
    properties: current ? retold(fact.kind, current.properties, told) : firstTold(fact.kind, told),
    type: type && withCode(current?.type ?? null, type),
    statements: [...(current?.statements ?? []), statement],
    seq: current?.seq ?? NEW_SEQ + filing.nodes.size,
    isNew: current?.isNew ?? true,
  };
  filing.nodes.set(node.id, node);
  if (key) filing.keys.set(keyIn(rule, key), node.id);
  done[current ? 'updated' : 'created'] += 1;
  return node.id;
}

/** Marks the observation that this fact corrects, if there is one. It stays in the graph as evidence of what was said. */
function correct(filing: Filing, fact: Telling, type: TypeNode | null, told: Properties): Properties {
  if (fact.kind !== 'observation' || !fact.supersedes || !type) return told;
  const mistaken = known(filing, kindRule(fact.kind), type, filing.view.toldLately(nameKey(fact.name)))
    .filter(({ properties }) => properties.superseded_by === undefined && toldAt(properties) <= toldAt(told))
    .sort((a, b) => toldAt(b.properties).localeCompare(toldAt(a.properties)) || b.seq - a.seq)[0];
  if (!mistaken) return told;
  filing.nodes.set(mistaken.id, { ...mistaken, properties: { ...mistaken.properties, superseded_by: fact.id } });
  return corrected(mistaken.properties, told, filing.terms);
}

function toldAt({ recorded_at }: Properties): string {
  return String(recorded_at ?? '');
}

function named({ view, nodes, keys }: Filing, rule: KindRule, key: string): Working | undefined {
  const here = nodes.get(keys.get(keyIn(rule, key)) ?? '');
  if (here) return here;
  const stored = view.named(rule.label, key);
  return stored && onFile(rule, key, stored);
}

/** The newest episode of a symptom that this telling still belongs to. */
function openEpisode(filing: Filing, rule: KindRule, type: TypeNode | null, told: Properties): Working | undefined {
  if (rule.identity !== 'episode' || !type) return undefined;
  return known(filing, rule, type, filing.view.episodes(nameKey(textOf(told, 'name') ?? '')))
    .sort(newestFirst)
    .find((episode) => sameEpisode(episode.properties, told));
}

/** Nodes of this type that are on file, as this turn has left them so far, and those that it has added. */
function known(filing: Filing, rule: KindRule, type: TypeNode, stored: readonly StoredNode[]): Working[] {
  const added = [...filing.nodes.values()].filter((node) => node.isNew && node.type?.id === type.id);
  return [...stored.map((node) => filing.nodes.get(node.id) ?? onFile(rule, null, node)), ...added];
}

function onFile(rule: KindRule, key: string | null, { id, seq, properties }: StoredNode): Working {
  return { id, rule, key, properties, type: null, statements: [], seq, isNew: false };
}

function newestFirst(a: Working, b: Working): number {
  const [one, other] = [timeOf(a.properties) ?? '', timeOf(b.properties) ?? ''];
  if (one !== other) return one < other ? 1 : -1;
  return b.seq - a.seq;
}

function keyIn({ label }: KindRule, key: string): string {
  return `${label} ${key}`;
}
