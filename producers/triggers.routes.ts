/** /v1/triggers: what research agents have planned, and what a user plans for them. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Timezone } from '../src/teams/health/machina-med-state.ts';
import type { ResearchDesk } from '../src/teams/research/desk.ts';
import { Trigger, TriggerChange } from '../src/teams/research/trigger.ts';
import { defineRoute, type Route } from './route.ts';
import { PatientId } from './turns.schemas.ts';

const TriggerView = Trigger.omit({ tenant: true });
const Zone = Timezone.default('UTC').describe('In which "at 8" is meant');

export function triggerRoutes(desk: ResearchDesk): Route[] {
  const params = z.object({ id: z.string() });
  const view = ({ tenant: _tenant, ...trigger }: Trigger) => trigger;
  return [
    defineRoute({
      method: 'get',
      path: '/v1/triggers',
      summary: 'The triggers of a user’s research agents, the newest first',
      tag: 'Triggers',
      query: z.object({ user_id: PatientId.describe('Whose agents'), agent_id: z.string().optional() }),
      replies: { 200: { description: 'The triggers', schema: z.object({ triggers: z.array(TriggerView) }) } },
      async handle({ query: { user_id, agent_id }, tenant }) {
        return { status: 200, body: { triggers: (await desk.triggers({ tenant, user_id }, agent_id)).map(view) } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/triggers',
      summary: 'Plan future work for a research agent',
      tag: 'Triggers',
      headers: { 'Idempotency-Key': 'The same key makes the same trigger' },
      body: z.strictObject({
        agent_id: z.string(),
        schedule: z
          .string()
          .min(1)
          .max(200)
          .describe('"weekly", "every Monday at 8", "+1 week", "May 2027", a cron pattern'),
        instruction: z.string().min(3).max(4000),
        timezone: Zone,
      }),
      replies: { 201: { description: 'It is planned', schema: TriggerView } },
      async handle({ body: { agent_id, schedule, instruction, timezone }, tenant, request }) {
        const agent = await desk.agent({ tenant }, agent_id);
        const key = `api.${tenant}.${request.get('Idempotency-Key') ?? randomUUID()}`;
        const trigger = await desk.createTrigger(agent, { schedule, instruction }, timezone, key);
        return { status: 201, body: view(trigger), headers: { Location: `/v1/triggers/${trigger.id}` } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/triggers/{id}',
      summary: 'One trigger',
      tag: 'Triggers',
      params,
      replies: { 200: { description: 'The trigger', schema: TriggerView } },
      async handle({ params: { id }, tenant }) {
        return { status: 200, body: view(await desk.trigger({ tenant }, id)) };
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/v1/triggers/{id}',
      summary: 'Change when or what, pause it or let it go on',
      tag: 'Triggers',
      params,
      body: TriggerChange.omit({ status: true }).extend({ timezone: Zone }),
      replies: { 200: { description: 'As it is now', schema: TriggerView } },
      async handle({ params: { id }, body: { timezone, ...change }, tenant }) {
        return { status: 200, body: view(await desk.changeTrigger({ tenant }, id, change, timezone)) };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/triggers/{id}',
      summary: 'Cancel a trigger',
      tag: 'Triggers',
      params,
      replies: { 200: { description: 'It is cancelled', schema: TriggerView } },
      async handle({ params: { id }, tenant }) {
        return { status: 200, body: view(await desk.changeTrigger({ tenant }, id, { status: 'cancelled' }, 'UTC')) };
      },
    }),
  ];
}
