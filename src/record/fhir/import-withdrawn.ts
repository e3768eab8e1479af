/** Reads back what Medfleet exported as entered in error. What other systems withdrew was never on file here, and is skipped. */
import { misfitOf } from '../bounds.ts';
import type { WithdrawnFact } from '../patient-graph.ts';
import { propertiesOf } from '../properties.ts';
import type { Entry } from './bundle.ts';
import { codeIn, type Draft, find, textIn } from './draft.ts';
import { InProvenance, InResource } from './incoming.ts';
import { factId, type Stated, tellingOf } from './retellings.ts';
import { NULLIFY, STATUS_TOLD, SUPERSEDED_BY } from './systems.ts';
import { isInstant } from './times.ts';

/** Who withdrew it, when and why. */
export type Withdrawal = Pick<WithdrawnFact, 'withdrawn_at' | 'withdrawn_by' | 'reason'>;

type Options = { patient: string; samePerson: boolean };

/** By the resource that was withdrawn. */
export function readWithdrawals(entries: readonly Entry[]): ReadonlyMap<unknown, Withdrawal> {
  const withdrawals = new Map<unknown, Withdrawal>();
  for (const { resource, resolve } of entries) {
    const provenance = InProvenance.safeParse(resource).data;
    if (resource?.resourceType !== 'Provenance' || codeIn(provenance?.activity) !== NULLIFY || !provenance) continue;
    const target = resolve(provenance.target[0]);
    const who = provenance.agent[0]?.who;
    const reason = provenance.reason?.[0]?.text;
    const withdrawal = {
      withdrawn_at: provenance.recorded,
      withdrawn_by: who?.identifier?.value ?? who?.display ?? 'Medfleet',
      ...(reason !== undefined && { reason }),
    };
    if (target !== undefined && isInstant(provenance.recorded) && !misfitOf(withdrawal))
      withdrawals.set(target, withdrawal);
  }
  return withdrawals;
}

export function withdrawnFact(
  { resource, resolve }: Entry,
  draft: Draft,
  statements: readonly Stated[],
  withdrawal: Withdrawal,
  { patient, samePerson }: Options,
): WithdrawnFact {
  const { id = '', extension, issued, recordedDate, dateAsserted, date } = InResource.parse(resource);
  const recorded = issued ?? recordedDate ?? dateAsserted ?? date ?? withdrawal.withdrawn_at;
  const ownId = (given: string) => (samePerson ? given : factId(patient, given));
  const next = InResource.safeParse(resolve(find(extension, SUPERSEDED_BY)?.valueReference)).data?.id;
  const status = textIn(extension, STATUS_TOLD);
  const first = statements[0]?.provenance ?? { turn_id: '', session_id: '', filed_at: recorded };
  const stated = {
    factId: id,
    agent: withdrawal.withdrawn_by,
    confidence: draft.confidence,
    evidence: NOWHERE,
    provenance: first,
  };
  // The status of the resource only says that it was an error.
  const { status: _, ...lasting } = draft.details;
  const details = {
    ...lasting,
    ...(status !== undefined && { status }),
    ...(draft.ended !== undefined && { ended: draft.ended }),
  };
  return {
    id: ownId(id),
    kind: draft.kind,
    properties: propertiesOf(tellingOf(draft, details, statements[0] ?? stated), first),
    statements: statements.map(({ factId: fact, provenance, agent, confidence, evidence }) => ({
      fact,
      turn_id: provenance.turn_id,
      session_id: provenance.session_id,
      properties: {
        evidence_start: evidence.start,
        evidence_end: evidence.end,
        evidence_text: evidence.text,
        source_agent: agent,
        confidence,
        recorded_at: provenance.filed_at,
      },
    })),
    ...withdrawal,
    ...(next !== undefined && { replaced_by: ownId(next) }),
  };
}

const NOWHERE = { start: 0, end: 0, text: '' };
