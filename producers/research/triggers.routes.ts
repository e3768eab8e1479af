/** /v1/triggers: future work of research agents, planned by them or by a user. */
import { z } from 'zod';
import { askerOf, type Principal } from '../../src/engine/access/principal.ts';
import { Timezone } from '../../src/engine/task/task.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import { readSchedule } from '../../src/teams/research/read-schedule.ts';
import { Trigger, TriggerChange } from '../../src/teams/research/trigger.ts';
import { nextTime, Schedule } from '../../src/teams/schedule.ts';
import { requestKey } from '../access/request-key.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { NEW_TRIGGER, TRIGGER, TRIGGER_CHANGE } from './research.examples.ts';
import { onlyVisible, visible } from './research-access.ts';

named('Schedule', Schedule, { description: 'When: by a cron pattern in a zone, every so often, or once.' });
for (const [index, id] of ['CronSchedule', 'IntervalSchedule', 'OneTimeSchedule'].entries())
  named(id, Schedule.options[index] as z.ZodType);
const TriggerView = named('Trigger', Trigger.omit({ tenant: true }), {
  description: 'Future work of a research agent.',
  examples: [TRIGGER],
});
const TriggerList = named('TriggerList', z.object({ triggers: z.array(TriggerView) }));
const NewTriggerFields = z.strictObject({
  agent_id: z.string(),
  schedule: z
    .string()
    .min(1)
    .max(200)
    .describe(
      '"weekly", "every Monday at 8", "every two weeks on Tuesday", "last Friday of the month", "weekly, 10 times", "+1 week", "May 2027", a cron pattern',
    ),
  instruction: z.string().min(3).max(4000),
  timezone: Timezone.default('UTC').describe('The time zone of "at 8" in a schedule'),
});

const NewTrigger = named('NewTrigger', NewTriggerFields, { examples: [NEW_TRIGGER] });

const Change = named('TriggerChange', TriggerChange.omit({ status: true }), {
  examples: [TRIGGER_CHANGE],
});

const PreviewFields = z.object({ when: Schedule, next: z.array(z.string()).describe('The next times, three at most') });
const Preview = named('SchedulePreview', PreviewFields, {
  description: 'What a schedule in words means.',
  examples: [
    {
      when: { kind: 'cron', pattern: '0 8 * * 1', timezone: 'Europe/Berlin' },
      next: ['2026-11-23T07:00:00.000Z', '2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z'],
    },
  ],
});
const PREVIEWED = 3;

export function triggerRoutes(desk: ResearchDesk): Route[] {
  const params = z.object({ id: z.string() });
  const view = ({ tenant: _tenant, ...trigger }: Trigger) => trigger;
  const own = (principal: Principal, id: string) =>
    visible(desk, principal, 'trigger', (asker) => desk.trigger(asker, id));
  return [
    defineRoute({
      method: 'get',
      path: '/v1/triggers',
      operation: 'listTriggers',
      scope: 'research:read',
      summary: 'The triggers of a user’s research agents, the newest first',
      tag: 'Triggers',
      query: z.object({ user_id: PatientId.describe('Whose agents'), agent_id: z.string().optional() }),
      replies: { 200: { description: 'The triggers', schema: TriggerList } },
      async handle({ query: { user_id, agent_id }, principal }) {
        const found = await desk.triggers({ tenant: principal.tenant, user_id }, agent_id);
        const triggers = await onlyVisible(desk, principal, user_id, found);
        return { status: 200, body: { triggers: triggers.map(view) } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/triggers',
      operation: 'createTrigger',
      scope: 'research:write',
      summary: 'Plan future work for a research agent',
      tag: 'Triggers',
      headers: { 'Idempotency-Key': 'The same key gives the same trigger' },
      body: NewTrigger,
      replies: { 201: { description: 'Created', schema: TriggerView } },
      async handle({ body, principal, request }) {
        const { agent_id, timezone, ...plan } = body;
        const agent = await desk.agent(askerOf(principal), agent_id);
        const trigger = await desk.once(requestKey(request, agent, body), (key) =>
          desk.createTrigger(agent, plan, timezone, key),
        );
        return { status: 201, body: view(trigger), headers: { Location: `/v1/triggers/${trigger.id}` } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/schedules',
      operation: 'previewSchedule',
      scope: 'research:read',
      summary: 'What a schedule in words or as a cron pattern means: its next times',
      tag: 'Triggers',
      query: NewTriggerFields.pick({ schedule: true, timezone: true }),
      replies: { 200: { description: 'The next times', schema: Preview } },
      async handle({ query: { schedule, timezone } }) {
        const now = new Date();
        const when = readSchedule(schedule, { now, timezone });
        return { status: 200, body: { when, next: nextTimes(when, now).map((time) => time.toISOString()) } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/triggers/{id}',
      operation: 'getTrigger',
      scope: 'research:read',
      summary: 'One trigger',
      tag: 'Triggers',
      params,
      replies: { 200: { description: 'The trigger', schema: TriggerView } },
      async handle({ params: { id }, principal }) {
        return { status: 200, body: view(await own(principal, id)) };
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/v1/triggers/{id}',
      operation: 'changeTrigger',
      scope: 'research:write',
      summary: 'Change the schedule or the instruction; pause or resume',
      tag: 'Triggers',
      params,
      body: Change,
      replies: { 200: { description: 'The changed trigger', schema: TriggerView } },
      async handle({ params: { id }, body, principal }) {
        await own(principal, id);
        return { status: 200, body: view(await desk.changeTrigger(askerOf(principal), id, body)) };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/triggers/{id}',
      operation: 'cancelTrigger',
      scope: 'research:write',
      summary: 'Cancel a trigger',
      tag: 'Triggers',
      params,
      replies: { 200: { description: 'The cancelled trigger', schema: TriggerView } },
      async handle({ params: { id }, principal }) {
        await own(principal, id);
        const cancelled = await desk.changeTrigger(askerOf(principal), id, { status: 'cancelled' });
        return { status: 200, body: view(cancelled) };
      },
    }),
  ];
}

function nextTimes(when: Schedule, now: Date): Date[] {
  const times: Date[] = [];
  const most = when.kind === 'once' ? 1 : Math.min(PREVIEWED, when.times ?? PREVIEWED);
  for (let time = nextTime(when, now, now); time && times.length < most; time = nextTime(when, time, now)) {
    times.push(time);
  }
  return times;
}
