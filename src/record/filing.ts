/**
 * Plans what filing a turn's facts changes in a patient's graph, without touching a database: an engine provides a view of the graph, gets
 * back what to write, and writes it in the same transaction. So both engines file alike, and a replay plans nothing.
 */
import { AppError } from '../platform/errors.ts';
import type { Telling } from './fact.ts';
import { derivedId, instanceKey, isMeantBy, nameKey, sameEpisode, sameReading } from './identity.ts';
import { encounterLinks } from './links.ts';
import type { Properties } from './patient-graph.ts';
import { type ProfileChange, profileChange } from './profile.ts';
import { propertiesOf, recordedAt, statementOf, textOf, timeOf } from './properties.ts';
import type { Provenance } from './record.ts';
import { firstTold, hasEnded, retold } from './retell.ts';
import { type KindRule, kindRule, type LabelName, type RelationshipType } from './schema.ts';
import type { FilingTerms } from './terminology.ts';
import { type TypeNode, typeNode, withCode } from './type-node.ts';

/** `seq` is the order of filing, which decides between nodes of the same time. */
export type StoredNode = { id: string; seq: number; properties: Properties };

/** The patient's graph as it is. The engine guarantees that nobody changes it until the plan is written. */
export type FilingView = {
  /** The node that this fact was filed in earlier, whoever's it is; without a node where it was withdrawn since. */
  filed(fact: string): { node: string | null; owner: string } | undefined;
  named(label: LabelName, key: string): StoredNode | undefined;
  /** The patient's newest episodes of the symptom with this key of a name, `MAX_EPISODES` of them. */
  episodes(nameKey: string): readonly StoredNode[];
  /** The patient's measurements or visits with this key of a name that were told last, `MAX_READINGS` of them. */
  readings(label: LabelName, nameKey: string): readonly StoredNode[];
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
  /** What changes on the patient's own node. */
  patient: ProfileChange | null;
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

/** What is told again is one of the last that were told; filing must not read the others. */
export const MAX_READINGS = 50;
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
    if (earlier?.node === null) continue;
    const node = earlier?.node ?? fileFact(filing, fact, done);
    filedIn.set(fact.id, { id: node, label });
  }
  const own = facts.filter((fact) => fact.kind !== 'family_history');
  const links = encounterLinks(own).flatMap(({ encounter, type, other }) => {
    const [from, to] = [filedIn.get(encounter), filedIn.get(other)];
    return from && to ? [{ from, type, to }] : [];
  });
  const nodes = [...filing.nodes.values()];
  return {
    added: nodes.filter((node) => node.isNew),
    changed: nodes.filter((node) => !node.isNew),
    links,
    patient: profileChange(
      nodes.filter(({ rule }) => rule.label === 'ProfileDetail').map(({ properties }) => properties),
    ),
    done,
  };
}

function filedEarlier({ view, patient }: Filing, fact: Telling): ReturnType<FilingView['filed']> {
  const filed = view.filed(fact.id);
  if (filed && filed.owner !== patient) throw new AppError('conflict', 'A fact with this id exists in another record');
  return filed;
}

function fileFact(filing: Filing, fact: Telling, done: FilingPlan['done']): string {
  const rule = kindRule(fact.kind);
  const label = rule.type?.label;
  const type = label ? typeNode(filing.terms, filing.patient, label, fact) : null;
  const place = placeOf(filing, rule, fact, propertiesOf(fact, filing.provenance));
  const { told, key } = place;
  const current = key ? named(filing, rule, key) : toldBefore(filing, rule, told);
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

/** Under which key a fact is filed. An episode of a source stands beside what has its name already, unless that is it. */
function placeOf(filing: Filing, rule: KindRule, fact: Telling, told: Properties) {
  const key = instanceKey(filing.patient, fact, told);
  if (!key || told.episode === undefined || told.apart === true) return { told, key };
  const apart = { ...told, apart: true };
  const beside = instanceKey(filing.patient, fact, apart);
  const current = named(filing, rule, key);
  const isOver = rule.identity === 'named' && hasEnded(told);
  const isFree = current ? isMeantBy(fact.kind, current.properties, told) : !isOver;
  return isFree && !named(filing, rule, beside ?? key) ? { told, key } : { told: apart, key: beside };
}

function named({ view, nodes, keys }: Filing, rule: KindRule, key: string): Working | undefined {
  const here = nodes.get(keys.get(keyIn(rule, key)) ?? '');
  if (here) return here;
  const stored = view.named(rule.label, key);
  return stored && onFile(rule, key, stored);
}

/** The newest episode that this telling still belongs to, or the reading that it tells again. */
function toldBefore(filing: Filing, rule: KindRule, told: Properties): Working | undefined {
  const { view, nodes } = filing;
  const key = nameKey(textOf(told, 'name') ?? '');
  const isEpisode = rule.identity === 'episode';
  const stored = isEpisode ? view.episodes(key) : view.readings(rule.label, key);
  const added = [...nodes.values()].filter((node) => {
    return node.isNew && node.rule.label === rule.label && nameKey(textOf(node.properties, 'name') ?? '') === key;
  });
  return [...stored.map((node) => nodes.get(node.id) ?? onFile(rule, null, node)), ...added]
    .sort(newestFirst)
    .find(({ properties }) => (isEpisode ? sameEpisode : sameReading)(properties, told));
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
