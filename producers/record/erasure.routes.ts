/** DELETE /v1/patients/{id}: erases a person (GDPR, article 17), also from the files of Redis, and returns what was removed. */
import { z } from 'zod';
import type { Erased } from '../../queues/erase-subject.ts';
import { mayActAs } from '../../src/engine/access/principal.ts';
import { AppError } from '../../src/platform/errors.ts';
import { FILE_STATES, type RewriteFiles } from '../../src/platform/redis-files.ts';
import type { AccessAudit } from '../access/access-audit.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { ERASURE } from './record.examples.ts';

const count = z.number().int();

const ReceiptFields = z.object({
  patient_id: z.string(),
  erased_at: z.string(),
  counts: z.object({
    turns: count,
    sessions: count,
    jobs: count,
    agents: count,
    keys: count,
    files: count,
    nodes: count,
    edges: count,
  }),
  stays: z.array(z.string()).describe('What could not be removed, and where it is'),
  redis_files: z
    .object({ append_only_file: z.enum(FILE_STATES), snapshot: z.enum(FILE_STATES) })
    .describe('Whether the files of Redis were rewritten after the deletion; until then they hold what was deleted'),
});

const Receipt = named('Erasure', ReceiptFields, { description: 'What was removed.', examples: [ERASURE] });

type Erase = (tenant: string, patientId: string) => Promise<Erased>;

/** `forget` writes the entry of the erasure into the access log, which from then on does not say whom its entries were about. */
export function erasureRoutes(erase: Erase, forget: AccessAudit['note'], rewriteFiles: RewriteFiles): Route[] {
  return [
    defineRoute({
      method: 'delete',
      path: '/v1/patients/{id}',
      operation: 'erasePatient',
      scope: 'record:erase',
      audited: true,
      summary: 'Erase everything about a person: record, turns, sessions, events, journals, jobs, files',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      replies: { 200: { description: 'What was removed', schema: Receipt } },
      async handle({ params, principal, request, response }) {
        // A list of people says whom else it may erase.
        if (principal.people === null && !mayActAs(principal, params.id))
          throw new AppError('forbidden', 'This token is bound to one user and erases nobody else.');
        const { stays, ...counts } = await erase(principal.tenant, params.id);
        await forget(request, response, 200, true);
        const redis_files = await rewriteFiles();
        const receipt: z.infer<typeof Receipt> = {
          patient_id: params.id,
          erased_at: new Date().toISOString(),
          counts,
          stays: [...stays],
          redis_files,
        };
        return { status: 200, body: receipt };
      },
    }),
  ];
}
