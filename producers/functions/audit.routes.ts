/** /v1/audit/citations: which sources the messages of a conversation have used. */
import { z } from 'zod';
import { type Asker, askerOf, mayAskFor } from '../../src/engine/access/principal.ts';
import { CitationAudit } from '../../src/engine/task/citation-audit.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { ownerOf, TaskRequest } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';

const PAGE = 50;

const RecordFields = z.object({
  conversation_id: z.string().describe('The session of a turn; else what the request named; else the task'),
  message_id: z.string().describe('What the request named; else the turn or task'),
  ...CitationAudit.shape,
  timestamp: z.string(),
});

const AuditRecord = named('CitationRecord', RecordFields, { description: 'The sources that one message has used.' });
type AuditRecord = z.infer<typeof AuditRecord>;

const Page = named('CitationPage', z.object({ records: z.array(AuditRecord), next_cursor: z.string().nullable() }));

type Found = { id: string; record: AuditRecord };

export function auditRoutes(redis: RedisClient, keys: Keys): Route[] {
  /** Null for a task that is gone, and for one that the asker may not see. */
  async function recordOf(asker: Asker, id: string): Promise<Found | null> {
    const hash = await redis.hmget(keys.task(id), 'request', 'audit', 'conversation', 'message', 'ended');
    const [request, audit, conversation_id, message_id, ended] = hash;
    if (!request || !audit || !conversation_id || !message_id) return null;
    if (!mayAskFor(asker, ownerOf(TaskRequest.parse(JSON.parse(request))))) return null;
    const timestamp = new Date(Number(ended)).toISOString();
    return { id, record: { conversation_id, message_id, ...CitationAudit.parse(JSON.parse(audit)), timestamp } };
  }

  /** One more than a page, so that it is known whether another follows. */
  async function pageOf(asker: Asker, ids: readonly string[], message: string | undefined): Promise<Found[]> {
    const page: Found[] = [];
    for (let at = 0; at < ids.length && page.length <= PAGE; at += PAGE) {
      const found = await Promise.all(ids.slice(at, at + PAGE).map((id) => recordOf(asker, id)));
      for (const one of found) if (one && (message === undefined || one.record.message_id === message)) page.push(one);
    }
    return page.slice(0, PAGE + 1);
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/audit/citations',
      operation: 'listCitations',
      scope: 'audit:read',
      summary: 'Which sources the messages of a conversation have used, newest first',
      tag: 'Audit',
      query: z.object({
        conversation_id: z.string().min(1).max(256).describe('A session; or what a function’s request named'),
        message_id: z.string().min(1).max(256).optional().describe('Only this message'),
        cursor: z.string().max(64).optional(),
      }),
      replies: { 200: { description: 'A page of records', schema: Page } },
      async handle({ query: { conversation_id, message_id, cursor }, principal }) {
        const ids = await redis.zrevrange(keys.audit(principal.tenant, conversation_id), 0, -1);
        const after = cursor === undefined ? 0 : ids.indexOf(cursor) + 1;
        if (cursor !== undefined && after === 0)
          throw new AppError('invalid', 'The cursor does not belong to this list.', {
            errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
          });
        const found = await pageOf(askerOf(principal), ids.slice(after), message_id);
        const page = found.slice(0, PAGE);
        const body: z.infer<typeof Page> = {
          records: page.map(({ record }) => record),
          next_cursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
        };
        return { status: 200, body };
      },
    }),
  ];
}
