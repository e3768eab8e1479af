/** Reads the Provenance resources that Medfleet wrote: which facts of which turns a resource was made of. */
import { misfitOf, wordsFor } from '../bounds.ts';
import type { Entry } from './bundle.ts';
import { codeIn, find, textIn } from './draft.ts';
import { InProvenance } from './incoming.ts';
import { factId, type Stated } from './retellings.ts';
import { CONFIDENCE, EVIDENCE_END, EVIDENCE_START, FACT_ID, NULLIFY, SESSION, TURN_ID } from './systems.ts';
import { isInstant } from './times.ts';

type Options = {
  patient: string;
  /** The bundle is of this very record: facts keep their ids, so that what is still on file is not filed again. */
  samePerson: boolean;
  skipped: { resource: string; reason: string }[];
};

/** By the resource they are about, in the order they were told. */
export function readStatements(entries: readonly Entry[], options: Options): ReadonlyMap<unknown, Stated[]> {
  const statements = new Map<unknown, Stated[]>();
  for (const entry of entries) {
    // That of a withdrawal is read by import-withdrawn.ts.
    const { data } = InProvenance.safeParse(entry.resource);
    if (entry.resource?.resourceType !== 'Provenance' || codeIn(data?.activity) === NULLIFY) continue;
    const read = readStatement(entry, options);
    if (typeof read === 'string') options.skipped.push({ resource: entry.label, reason: read });
    else statements.set(read.target, [...(statements.get(read.target) ?? []), read.statement]);
  }
  for (const [target, told] of statements) {
    const founder = (target as Entry['resource'])?.id;
    told.sort(
      (a, b) =>
        Number(b.factId === founder) - Number(a.factId === founder) ||
        a.provenance.filed_at.localeCompare(b.provenance.filed_at) ||
        a.evidence.start - b.evidence.start,
    );
    if (options.samePerson) continue;
    for (const statement of told) statement.factId = factId(options.patient, statement.factId);
  }
  return statements;
}

function readStatement(entry: Entry, { patient }: Options): { target: unknown; statement: Stated } | string {
  const provenance = InProvenance.safeParse(entry.resource).data;
  const id = /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    find(provenance?.extension, FACT_ID)?.valueUuid ?? '',
  )?.[1];
  const turn = provenance?.entity?.find(({ what }) => what.identifier?.system === TURN_ID)?.what;
  if (!provenance || !id || turn?.identifier?.value === undefined) return 'Only provenance of Medfleet is read';
  const target = entry.resolve(provenance.target[0]);
  if (target === undefined) return 'The bundle does not have what it is about';
  if (!isInstant(provenance.recorded)) return 'It does not say when it was recorded';
  const who = provenance.agent[0]?.who;
  const number = (url: string) => {
    const extension = find(provenance.extension, url);
    return extension?.valueDecimal ?? extension?.valueInteger ?? 0;
  };
  const statement: Stated = {
    factId: id,
    provenance: {
      turn_id: turn.identifier.value,
      session_id: textIn(provenance.extension, SESSION) ?? patient,
      filed_at: new Date(provenance.recorded).toISOString(),
    },
    agent: who?.identifier?.value ?? who?.display ?? 'Medfleet',
    confidence: Math.min(1, Math.max(0, number(CONFIDENCE))),
    evidence: {
      start: Math.trunc(number(EVIDENCE_START)),
      end: Math.trunc(number(EVIDENCE_END)),
      text: turn.display ?? '',
    },
  };
  const misfit = misfitOf(statement) ?? misfitOf(statement.provenance);
  return misfit ? wordsFor(misfit) : { target, statement };
}
