/** /v1/approvals and /v1/mail/inbound: mail of research agents that a person must approve, and the answers to it. */
import { z } from 'zod';
import { askerOf } from '../../src/engine/access/principal.ts';
import { AppError } from '../../src/platform/errors.ts';
import { APPROVAL_STATUSES, Approval, Decision } from '../../src/teams/research/approval.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import { answerTo, checkSignature, InboundMail } from '../../src/teams/research/mail/incoming.ts';
import { rawBody } from '../http/raw-body.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { APPROVAL, DECISION, INBOUND_MAIL } from './research.examples.ts';
import { onlyVisible, visible } from './research-access.ts';

const ApprovalView = named('Approval', Approval.omit({ tenant: true }), {
  description: 'Something that is sent only if a person agrees.',
  examples: [APPROVAL],
});
named('Decision', Decision, { examples: [DECISION] });
named('InboundMail', InboundMail, { examples: [INBOUND_MAIL] });
const ApprovalList = named('ApprovalList', z.object({ approvals: z.array(ApprovalView) }));
const MailReceipt = named('MailReceipt', z.object({ status: z.enum(['delivered', 'unknown']) }), {
  examples: [{ status: 'delivered' }],
});
const MAIL_LIMIT_KB = 1_000;

export function approvalRoutes(desk: ResearchDesk, inboundSecret: string | undefined): Route[] {
  const view = ({ tenant: _tenant, ...approval }: Approval) => approval;
  return [
    defineRoute({
      method: 'get',
      path: '/v1/approvals',
      operation: 'listApprovals',
      scope: 'approvals:read',
      audited: true,
      summary: 'Requests for approval, waiting and decided',
      tag: 'Approvals',
      query: z.object({ user_id: PatientId.describe('Whose agents'), status: z.enum(APPROVAL_STATUSES).optional() }),
      replies: { 200: { description: 'Newest first', schema: ApprovalList } },
      async handle({ query: { user_id, status }, principal }) {
        const found = await desk.approvals({ tenant: principal.tenant, user_id });
        const approvals = await onlyVisible(desk, principal, user_id, found);
        return {
          status: 200,
          body: { approvals: approvals.filter((one) => !status || one.status === status).map(view) },
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/approvals/{id}',
      operation: 'decideApproval',
      scope: 'approvals:write',
      audited: true,
      summary: 'Approve or reject',
      tag: 'Approvals',
      params: z.object({ id: z.string() }),
      body: Decision,
      replies: { 200: { description: 'The decided approval', schema: ApprovalView } },
      async handle({ params: { id }, body, principal }) {
        await visible(desk, principal, 'approval', (asker) => desk.approval(asker, id));
        return { status: 200, body: view(await desk.decide(askerOf(principal), id, body)) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/mail/inbound',
      operation: 'receiveMail',
      scope: 'open',
      summary: 'An answer to a mail, posted by a mail service; signed with MAIL_INBOUND_SECRET',
      tag: 'Approvals',
      headers: { 'X-Medfleet-Signature': 't=<unix seconds>,v1=<hex of the HMAC-SHA256 of "<seconds>.<body>">' },
      body: InboundMail,
      bodyLimitKb: MAIL_LIMIT_KB,
      keepsRawBody: true,
      replies: { 202: { description: 'Accepted', schema: MailReceipt } },
      async handle({ body, request }) {
        if (!inboundSecret) throw new AppError('not_found', 'Incoming mail is off; set MAIL_INBOUND_SECRET.');
        const now = new Date();
        checkSignature(request.get('X-Medfleet-Signature'), rawBody(request), inboundSecret, now);
        const answer = answerTo(body, now);
        const known = answer !== null && (await desk.receive(answer));
        return { status: 202, body: { status: known ? 'delivered' : 'unknown' } };
      },
    }),
  ];
}
