/** /v1/agents and /v1/inbox: the research agents of a user, what is said to them, their files, and what they have reported. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { WorkspaceStore } from '../src/engine/workspace/workspace.ts';
import type { ResearchDesk } from '../src/teams/research/desk.ts';
import { InboxItem } from '../src/teams/research/inbox.ts';
import { DEFAULT_BUDGET, ResearchAgent } from '../src/teams/research/research-agent.ts';
import { defineRoute, type Route } from './route.ts';
import { PatientId, SessionId } from './turns.schemas.ts';

const MOST_IN_INBOX = 100;

const AgentView = ResearchAgent.omit({ tenant: true, patient_id: true });
const Agents = z.object({ agents: z.array(AgentView) });
const Posted = z.object({ turn_id: z.string(), waiting: z.boolean().describe('It is busy with an earlier message') });
const text = z.string().min(1).max(4000);
const UserId = PatientId.describe('Whose agents');

const File = z.object({
  path: z.string(),
  version: z.number(),
  latest: z.number(),
  bytes: z.number(),
  by: z.string(),
  modified_at: z.string(),
  content: z.string(),
});
const Files = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), version: z.number(), modified_at: z.string() })),
});

export function researchRoutes(desk: ResearchDesk, workspaces: WorkspaceStore): Route[] {
  const params = z.object({ id: z.string() });
  const view = ({ tenant: _tenant, patient_id: _patient, ...agent }: ResearchAgent) => agent;
  const filesOf = async (tenant: string, id: string) => {
    const agent = await desk.agent({ tenant }, id);
    return workspaces.open(tenant, `agent:${agent.id}`);
  };
  const keyOf = (given: string | undefined) => given ?? randomUUID();

  return [
    defineRoute({
      method: 'get',
      path: '/v1/agents',
      summary: 'The research agents of a user, the last active first',
      tag: 'Research',
      query: z.object({ user_id: UserId }),
      replies: { 200: { description: 'The roster', schema: Agents } },
      async handle({ query, tenant }) {
        const agents = await desk.agents({ tenant, user_id: query.user_id });
        return { status: 200, body: { agents: agents.map(view) } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/agents',
      summary: 'Set a research agent to work',
      tag: 'Research',
      headers: { 'Idempotency-Key': 'The same key makes the same agent' },
      body: z.strictObject({
        user_id: UserId,
        session_id: SessionId.describe('The conversation that it reports to'),
        name: z.string().min(3).max(80),
        description: z.string().min(3).max(500),
        message: text.describe('Its first task'),
      }),
      replies: { 201: { description: 'It is at work', schema: AgentView } },
      async handle({ body: { user_id, session_id, name, description, message }, tenant, request }) {
        const key = keyOf(request.get('Idempotency-Key'));
        const conversation = { tenant, user_id, session_id, patient_id: user_id };
        const agent = await desk.create(conversation, { name, description }, `api.${tenant}.${key}`);
        await desk.message(conversation, agent.id, message, `api.${tenant}.${key}`);
        return { status: 201, body: view(agent), headers: { Location: `/v1/agents/${agent.id}` } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}',
      summary: 'One research agent: who it is, what it has used up, whether it has paused',
      tag: 'Research',
      params,
      replies: { 200: { description: 'The agent', schema: AgentView } },
      async handle({ params: { id }, tenant }) {
        return { status: 200, body: view(await desk.agent({ tenant }, id)) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/agents/{id}/messages',
      summary: 'Say something to a research agent; it reports to its conversation',
      tag: 'Research',
      headers: { 'Idempotency-Key': 'The same key is the same message' },
      params,
      body: z.strictObject({ text, more_budget: z.boolean().default(false).describe('Lets a paused agent go on') }),
      replies: { 202: { description: 'In its mailbox', schema: Posted } },
      async handle({ params: { id }, body, tenant, request }) {
        const { user_id, session_id, patient_id } = await desk.agent({ tenant }, id);
        const key = `api.${tenant}.${keyOf(request.get('Idempotency-Key'))}`;
        const conversation = { tenant, user_id, session_id, patient_id };
        const posted = await desk.message(conversation, id, body.text, key, body.more_budget ? DEFAULT_BUDGET : {});
        return { status: 202, body: posted };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}/files',
      summary: 'The files of a research agent',
      tag: 'Research',
      params,
      replies: { 200: { description: 'Folders and files', schema: Files } },
      async handle({ params: { id }, tenant }) {
        return { status: 200, body: await (await filesOf(tenant, id)).list() };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}/files/{path}',
      summary: 'One file of a research agent, in any version',
      tag: 'Research',
      params: params.extend({ path: z.string().max(1000) }),
      query: z.object({ version: z.coerce.number().int().positive().optional() }),
      replies: { 200: { description: 'The file', schema: File } },
      async handle({ params: { id, path }, query, tenant }) {
        return { status: 200, body: await (await filesOf(tenant, id)).read(path, query.version) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/inbox',
      summary: 'What the research agents of a user have reported: said, kept back with the reason, or on its way',
      tag: 'Research',
      query: z.object({ user_id: UserId, state: z.enum(['arriving', 'said', 'kept_back']).optional() }),
      replies: { 200: { description: 'Newest first', schema: z.object({ items: z.array(InboxItem) }) } },
      async handle({ query: { user_id, state }, tenant }) {
        const items = await desk.inbox({ tenant, user_id }, MOST_IN_INBOX);
        return { status: 200, body: { items: items.filter((item) => !state || item.state === state) } };
      },
    }),
  ];
}
