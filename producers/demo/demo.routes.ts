/**
 * POST /v1/demo: a patient to look around with. Sends the story's messages as ordinary turns and sets a research agent to work, under
 * fixed ids and keys: a second call finds the same ones. `DELETE /v1/patients/demo-anna` removes all of it.
 */
import { z } from 'zod';
import { askerOf } from '../../src/engine/access/principal.ts';
import type { Library } from '../../src/functions/library/library.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import type { EventHub } from '../turns/event-hub.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { waitForEnd } from '../turns/wait-for-end.ts';
import { fillResearch } from './demo-research.ts';
import { DEMO_PATIENT, demoConversations } from './demo-story.ts';

const DemoFields = z.object({
  patient_id: z.string().describe('Begins with demo-'),
  sessions: z.array(z.object({ session_id: z.string(), turn_ids: z.array(z.string()) })),
  agent_id: z.string().describe('Its research agent'),
  complete: z.boolean().describe('False: call again after Retry-After, and it goes on'),
});

const Demo = named('Demo', DemoFields, {
  description: 'The demo patient, and what was made for it.',
  examples: [
    {
      patient_id: DEMO_PATIENT,
      sessions: [{ session_id: `${DEMO_PATIENT}-emergency`, turn_ids: ['01a1dd4c-6f19-72c6-a66d-d76c4294925c'] }],
      agent_id: '3f0c7c5e-8f0e-5b52-9a6c-0b1e52b5a8c3',
      complete: true,
    },
  ],
});

type Parts = { desk: TurnDesk; hub: EventHub; research: ResearchDesk; library: Library; stopping: AbortSignal };

/** How long a request waits for what a conversation has filed, before the next one is begun. */
const WAIT_MS = 2_000;

export function demoRoutes({ desk, hub, research, library, stopping }: Parts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/demo',
      operation: 'createDemo',
      scope: 'admin',
      summary: 'Create the demo patient: conversations, a record and research to look at',
      tag: 'Operations',
      replies: { 202: { description: 'Its turns are in the queues, or were answered before', schema: Demo } },
      async handle({ principal, response }) {
        const asker = askerOf(principal);
        const agent_id = await fillResearch({ desk, research, library }, asker);
        const body: z.infer<typeof Demo> = { patient_id: DEMO_PATIENT, sessions: [], agent_id, complete: true };
        for (const { id, messages } of demoConversations(new Date())) {
          const known = await desk.list(asker, { session_id: id }, undefined);
          const turn_ids = known.turns.map(({ turn_id }) => turn_id).reverse();
          // A call that was cut off is completed by the next one: dates may have moved by then, places have not.
          for (const [place, text] of messages.entries()) {
            if (place < turn_ids.length) continue;
            const turn = { text, patient_id: DEMO_PATIENT, session_id: id, team: 'health' };
            turn_ids.push((await desk.take(asker, turn, undefined)).turnId);
          }
          body.sessions.push({ session_id: id, turn_ids });
          const last = String(turn_ids.at(-1));
          const hasEnded = async () => (await desk.find(asker, last)).timings.total_ms !== null;
          if (!(await hasEnded())) await waitForEnd(hub, last, WAIT_MS, response, stopping);
          body.complete = await hasEnded();
          if (!body.complete) return { status: 202, body, headers: { 'Retry-After': '1' } };
        }
        return { status: 202, body };
      },
    }),
  ];
}
