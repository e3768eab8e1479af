/**
 * The research part of the demo: documents to find, an agent with a first task, plans, and a mail that waits for approval. What it finds,
 * writes and reports is its own work. Each step has a fixed key, so that a call that was cut off is completed by the next one.
 */
import type { Asker } from '../../src/engine/access/principal.ts';
import type { Library } from '../../src/functions/library/library.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { DEMO_DOCUMENTS } from './demo-library.ts';
import { DEMO_PATIENT, DEMO_RESEARCH } from './demo-story.ts';

type Parts = { desk: TurnDesk; research: ResearchDesk; library: Library };

/** Returns the id of the agent. */
export async function fillResearch({ desk, research, library }: Parts, asker: Asker): Promise<string> {
  const { tenant } = asker;
  const owner = { tenant, user_id: DEMO_PATIENT };
  const session_id = `${DEMO_PATIENT}-research`;
  const { triggers, mail, ...wish } = DEMO_RESEARCH;
  const key = `${tenant}:${DEMO_PATIENT}`;
  for (const document of DEMO_DOCUMENTS) await library.add(tenant, document);
  const [known] = await research.agents(owner);
  const agent = known ?? (await research.createWithTask({ ...owner, session_id }, wish, key)).agent;
  if (known?.status === 'retired') return agent.id;
  const planned = await research.triggers(owner);
  for (const trigger of triggers) {
    if (planned.some(({ schedule }) => schedule === trigger.schedule)) continue;
    await research.createTrigger(agent, trigger, 'UTC', `${key}:${trigger.schedule}`);
  }
  // The agent does one task at a time: it has written its report when it comes to the mail.
  if ((await research.approvals(owner)).length === 0)
    await desk.take(asker, { text: mail, user_id: DEMO_PATIENT, session_id, team: 'research' }, `${session_id}-mail`);
  return agent.id;
}
