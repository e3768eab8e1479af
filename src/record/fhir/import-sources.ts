/**
 * Groups the facts of an import by their source, in chronological order for filing: first the turns that Medfleet itself had
 * recorded, then what the bundle says, the oldest first.
 *
 * The record links a visit to the doctor and the place that are named near it. For facts without a message, `evidence` is
 * therefore a place in an invented one, in which resources are far apart and a visit's people are next to the visit.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Fact, FamilyFact, Telling } from '../fact.ts';
import { encounterLinks } from '../links.ts';
import type { Provenance } from '../record.ts';
import { kindRule } from '../schema.ts';
import type { Draft, Party } from './draft.ts';
import { factId, newRetelling, type Retelling, retellingsOf, type Stated } from './retellings.ts';
import { IMPORTER } from './systems.ts';
import { momentOf } from './times.ts';

export type Drafted = { draft: Draft; part: number; key: string; statements: readonly Stated[] };
type Options = { bundle: unknown; patient: string; now: string };
/** The arguments of `record.file`. */
export type Source = { provenance: Provenance; facts: Fact[]; family: FamilyFact[] };
/** `tellings`: a visit that was told in two turns is in two sources. */
type Visit = { tellings: readonly { fact: Fact; source: Source }[]; parties: readonly Party[] };

const IMPORTS = '8f3b9a0c-51d2-5c6e-8e0a-7d1f6f0b2c35';
const IMPORT_SESSION = 'fhir-import';
const INVOLVED: ReadonlySet<string> = new Set(['encounter', 'practitioner', 'organization']);
/**
 * Facts in one transaction: more would hold the event loop and block other writers. Half an import does no harm, because a
 * repetition completes it.
 */
const PORTION = 100;
/** More than the record takes for "named together". */
const APART = 1000;

export function sourcesOf(drafted: readonly Drafted[], options: Options): Source[] {
  const provenance = {
    turn_id: uuidv5(JSON.stringify(options.bundle), IMPORTS),
    session_id: IMPORT_SESSION,
    filed_at: options.now,
  };
  const sources = new Map<string, Source>();
  const visits: Visit[] = [];
  let at = 0;
  const add = ({ fact, provenance: from }: Retelling): Source => {
    const key = JSON.stringify([from.filed_at, from.turn_id, from.session_id]);
    const source = sources.get(key) ?? { provenance: from, facts: [], family: [] };
    sources.set(key, source);
    if (fact.kind === 'family_history') source.family.push(familyFact(fact));
    else source.facts.push(fact);
    return source;
  };
  for (const { draft, part, key, statements } of drafted.toSorted(byTime)) {
    const evidence = { start: at, end: at + draft.words.length, text: draft.words };
    const { confidence } = draft;
    const { source_codes, ...plain } = draft.details;
    // A reading stays as it was told first, whatever its codes become.
    const details = kindRule(draft.kind).identity === 'reading' ? plain : draft.details;
    const id = factId(options.patient, key, part, draft.kind, draft.name, details, draft.ended);
    const tellings =
      statements.length > 0
        ? retellingsOf(draft, statements)
        : [newRetelling(draft, { factId: id, provenance, agent: IMPORTER, confidence, evidence })];
    at = evidence.end + APART;
    const added = tellings.map((telling) => ({ fact: telling.fact as Fact, source: add(telling) }));
    if (draft.parties?.length) visits.push({ tellings: added, parties: draft.parties });
  }
  // In the order in which they were said: "no, it was 130" comes after what it corrects.
  for (const { facts } of sources.values()) facts.sort(byPlace);
  for (const { source, facts } of partiesMissing(visits, options.patient)) source.facts.push(...facts);
  const known = new Set(visits.flatMap(linksWanted));
  return [...sources.values()]
    .sort((a, b) => a.provenance.filed_at.localeCompare(b.provenance.filed_at))
    .flatMap((source) => strangersApart(source, known))
    .flatMap(inPortions);
}

/**
 * The record links people and places to the nearest visit that is filed with them. Whoever was seen at a visit that was withdrawn since
 * must not be linked to the next nearest one, and is filed apart.
 */
function strangersApart(source: Source, known: ReadonlySet<string>): Source[] {
  const { provenance, facts } = source;
  const named = new Map(facts.map((fact) => [fact.id, fact]));
  const strange = encounterLinks(facts).filter(
    ({ encounter, other }) => !known.has(partyKey(encounter, named.get(other) as Party & Fact)),
  );
  if (isPlaced(source) || strange.length === 0) return [source];
  const strangers = new Set(strange.map(({ other }) => other));
  const [apart, together] = [true, false].map((is) => facts.filter(({ id }) => strangers.has(id) === is));
  return [
    { ...source, facts: together ?? [] },
    { provenance, facts: apart ?? [], family: [] },
  ];
}

/** Of what we have placed ourselves. What stands at one place stays together, since it may belong together. */
function inPortions(source: Source): Source[] {
  const { provenance, facts, family } = source;
  if (!isPlaced(source)) return [source];
  const portions: Source[] = [{ provenance, facts: [], family }];
  for (const fact of facts.toSorted(byPlace)) {
    const last = portions.at(-1) as Source;
    const together = last.facts.at(-1)?.evidence.start === fact.evidence.start;
    if (last.facts.length < PORTION || together) last.facts.push(fact);
    else portions.push({ provenance, facts: [fact], family: [] });
  }
  return portions;
}

/** Those of a visit's people and places whom the words of no telling would bring to it are named once more, beside its first. */
function partiesMissing(visits: readonly Visit[], patient: string): { source: Source; facts: Fact[] }[] {
  const links = new Map<Source, ReadonlySet<string>>();
  const linkedIn = (source: Source) => {
    const known = links.get(source) ?? linksOf(source);
    links.set(source, known);
    return known;
  };
  return visits.flatMap(({ tellings, parties }) => {
    const isLinked = (party: Party) =>
      tellings.some(({ fact, source }) => linkedIn(source).has(partyKey(fact.id, party)));
    const missing = parties.filter((party) => !isLinked(party));
    return tellings.slice(0, 1).map(({ fact, source }) => ({
      source,
      facts: missing.map((party) => beside(fact, party, patient)),
    }));
  });
}

/** By which keys its people and places are linked to a visit. */
function linksWanted({ tellings, parties }: Visit): string[] {
  return tellings.flatMap(({ fact }) => parties.map((party) => partyKey(fact.id, party)));
}

/** Which people and places the record will link to which visit by themselves. */
function linksOf(source: Source): ReadonlySet<string> {
  // What we have placed ourselves stands too far apart to be linked.
  const involved = isPlaced(source) ? [] : source.facts.filter(({ kind }) => INVOLVED.has(kind));
  const byId = new Map(involved.map((fact) => [fact.id, fact]));
  return new Set(
    encounterLinks(involved).map(({ encounter, other }) => partyKey(encounter, byId.get(other) as Party & Fact)),
  );
}

function beside(visit: Fact, { kind, name }: Party, patient: string): Fact {
  return {
    id: factId(patient, visit.id, kind, name),
    kind,
    name,
    confidence: visit.confidence,
    evidence: { start: visit.evidence.start, end: visit.evidence.start, text: '' },
    source_agent: IMPORTER,
  };
}

function isPlaced({ provenance }: Source): boolean {
  return provenance.session_id === IMPORT_SESSION;
}

function byPlace(a: Fact, b: Fact): number {
  return a.evidence.start - b.evidence.start;
}

function familyFact({ kind: _, ...fact }: Extract<Telling, { kind: 'family_history' }>): FamilyFact {
  return fact;
}

function partyKey(visit: string, { kind, name }: Party): string {
  return JSON.stringify([visit, kind, name]);
}

/** What has no time is taken to be so now. */
function byTime(a: Drafted, b: Drafted): number {
  return timeOf(a.draft) - timeOf(b.draft) || 0;
}

function timeOf({ details, ended }: Draft): number {
  const moment = momentOf(details.effective_time ?? ended);
  return Number.isNaN(moment) ? Number.MAX_SAFE_INTEGER : moment;
}
