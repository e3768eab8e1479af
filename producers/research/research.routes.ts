/** /v1/agents and /v1/inbox: the research agents of a user, messages to them, their files and their reports. */
import { z } from 'zod';
import { type Asker, askerOf } from '../../src/engine/access/principal.ts';
import { addressesIn } from '../../src/engine/tools/known-addresses.ts';
import type { WorkspaceStore } from '../../src/engine/workspace/workspace.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import { AgentChange, type ResearchAgent } from '../../src/teams/research/research-agent.ts';
import { requestKey } from '../access/request-key.ts';
import { defineRoute, type Route } from '../http/route.ts';
import {
  AgentList,
  AgentMessage,
  AgentView,
  FileList,
  FileView,
  InboxList,
  MessageReceipt,
  NewAgent,
  UserId,
} from './research.schemas.ts';
import { onlyVisible, visibleAgents } from './research-access.ts';

const MAX_INBOX_ITEMS = 100;

export function researchRoutes(desk: ResearchDesk, workspaces: WorkspaceStore): Route[] {
  const params = z.object({ id: z.string() });
  const view = ({ tenant: _tenant, ...agent }: ResearchAgent) => agent;
  const filesOf = async (asker: Asker, id: string) => {
    const agent = await desk.agent(asker, id);
    return workspaces.open(asker.tenant, `agent:${agent.id}`);
  };

  return [
    defineRoute({
      method: 'get',
      path: '/v1/agents',
      operation: 'listAgents',
      scope: 'research:read',
      summary: 'The research agents of a user, the last active first',
      tag: 'Research',
      query: z.object({ user_id: UserId }),
      replies: { 200: { description: 'The roster', schema: AgentList } },
      async handle({ query, principal }) {
        const agents = await visibleAgents(desk, principal, query.user_id);
        return { status: 200, body: { agents: agents.map(view) } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/agents',
      operation: 'createAgent',
      scope: 'research:write',
      summary: 'Create a research agent and give it its first task',
      tag: 'Research',
      headers: { 'Idempotency-Key': 'The same key gives the same agent' },
      body: NewAgent,
      replies: { 201: { description: 'Created; it is working', schema: AgentView } },
      async handle({ body, principal: { tenant }, request }) {
        const { user_id, patient_id = null, session_id, evidence_threshold, requirements, ...asked } = body;
        const wish = {
          ...asked,
          ...(evidence_threshold && { evidence_threshold }),
          ...(requirements && { requirements }),
        };
        const conversation = { tenant, user_id, session_id, patient_id: patient_id === user_id ? null : patient_id };
        const keyed = requestKey(request, conversation, body);
        const { agent } = await desk.once(keyed, (key) =>
          desk.createWithTask(conversation, wish, key, { addresses: addressesIn(wish.message) }),
        );
        return { status: 201, body: view(agent), headers: { Location: `/v1/agents/${agent.id}` } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}',
      operation: 'getAgent',
      scope: 'research:read',
      summary: 'One research agent: its description, its budget used so far, and whether it is paused',
      tag: 'Research',
      params,
      replies: { 200: { description: 'The agent', schema: AgentView } },
      async handle({ params: { id }, principal }) {
        return { status: 200, body: view(await desk.agent(askerOf(principal), id)) };
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/v1/agents/{id}',
      operation: 'changeAgent',
      scope: 'research:write',
      summary:
        'Pause, resume or retire a research agent; change its budget, its evidence threshold or its requirements',
      tag: 'Research',
      params,
      body: AgentChange,
      replies: { 200: { description: 'The changed agent', schema: AgentView } },
      async handle({ params: { id }, body, principal }) {
        return { status: 200, body: view(await desk.changeAgent(askerOf(principal), id, body)) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/agents/{id}/messages',
      operation: 'messageAgent',
      scope: 'research:write',
      summary: 'Send a message to a research agent; it reports to its conversation',
      tag: 'Research',
      headers: { 'Idempotency-Key': 'The same key is the same message' },
      params,
      body: AgentMessage,
      replies: { 202: { description: 'In its mailbox', schema: MessageReceipt } },
      async handle({ params: { id }, body, principal, request }) {
        const agent = await desk.agent(askerOf(principal), id);
        const posted = await desk.once(requestKey(request, agent, body), (key) =>
          desk.message(agent, id, body.text, key, {
            addresses: addressesIn(body.text),
            ...(body.more_budget && { raise: key }),
          }),
        );
        return { status: 202, body: posted };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}/files',
      operation: 'listAgentFiles',
      scope: 'research:read',
      summary: 'The files of a research agent',
      tag: 'Research',
      params,
      replies: { 200: { description: 'Folders and files', schema: FileList } },
      async handle({ params: { id }, principal }) {
        return { status: 200, body: await (await filesOf(askerOf(principal), id)).list() };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/agents/{id}/files/{path}',
      operation: 'getAgentFile',
      scope: 'research:read',
      summary: 'One file of a research agent, in any version',
      tag: 'Research',
      params: params.extend({ path: z.string().max(1000) }),
      query: z.object({ version: z.coerce.number().int().positive().optional() }),
      replies: { 200: { description: 'The file', schema: FileView } },
      async handle({ params: { id, path }, query, principal }) {
        return { status: 200, body: await (await filesOf(askerOf(principal), id)).read(path, query.version) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/inbox',
      operation: 'listInbox',
      scope: 'research:read',
      summary: 'What the research agents of a user have reported: said, kept back with the reason, or on its way',
      tag: 'Research',
      query: z.object({ user_id: UserId, state: z.enum(['arriving', 'said', 'kept_back']).optional() }),
      replies: { 200: { description: 'Newest first', schema: InboxList } },
      async handle({ query: { user_id, state }, principal }) {
        const found = await desk.inbox({ tenant: principal.tenant, user_id }, MAX_INBOX_ITEMS);
        const items = await onlyVisible(desk, principal, user_id, found);
        return { status: 200, body: { items: items.filter((item) => !state || item.state === state) } };
      },
    }),
  ];
}
