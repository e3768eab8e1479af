/** A tool of the research team: its context has the team's port, the conversation, and the research agent whose task this is. */
import type { z } from 'zod';
import { addressesOfUser } from '../../../engine/tools/known-addresses.ts';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Conversation, ResearchDesk } from '../desk.ts';
import { agentOfTask, isAsked, isOfUser, originOf, type ResearchOrigin, rootOf, roundsOf } from '../origin.ts';
import type { ResearchAgent } from '../research-agent.ts';

export type ResearchToolContext = {
  desk: ResearchDesk;
  conversation: Conversation;
  origin: ResearchOrigin;
  /** What a letter takes along, whatever the model writes into it: web addresses of the user's own message, and where it comes from. */
  letter: { addresses: string[]; rounds: number; root: string };
  /** The user has asked for what this task does. */
  asked: boolean;
  taskId: string;
  /** The agents that the conversation may use: in one about a patient, those of that patient. */
  roster(): Promise<ResearchAgent[]>;
  /** The agent itself in its own task; in a conversation the roster. */
  team(): Promise<ResearchAgent[]>;
  /** The research agent whose task this is; throws in a task of the conversation with the user. */
  agent(): Promise<ResearchAgent>;
  timezone: string;
  /** Derived from run and step: the same after every replay. */
  key: string;
};

type ResearchTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  /** How often it may be called in one turn; the output schema must allow an error, as for the next two. */
  perTurn?: number;
  /** How often in all tasks that go back to one message. */
  perMessage?: number;
  /** Only where the user has asked for it, and not in what a report, a schedule or a mail has set off. */
  onlyForUser?: boolean;
  run(input: z.infer<I>, context: ResearchToolContext): Promise<z.infer<O>>;
};

export const ASK_USER =
  'Only a message of the user can set this off. Ask them (respond in a conversation, else send_message), and do it when they have said so.';

/** Returns a function that makes the tool over a port. */
export function researchTool<I extends z.ZodType, O extends z.ZodType>(tool: ResearchTool<I, O>) {
  const { perTurn, perMessage, onlyForUser, ...rest } = tool;
  return (desk: ResearchDesk): Tool =>
    defineTool<I, O>({
      ...rest,
      async run(input, context) {
        const { task, idempotencyKey: key } = context;
        const refused = (error: string) => ({ error }) as z.infer<O>;
        if (onlyForUser && !isOfUser(task)) return refused(ASK_USER);
        const call = { taskId: task.id, tool: tool.name, key };
        if (perTurn !== undefined && !(await desk.mayCall(call, perTurn)))
          return refused(`${tool.name} can be called ${perTurn} times in one turn. Go on in a later one.`);
        if (perMessage !== undefined && !(await desk.mayCall({ ...call, taskId: rootOf(task) }, perMessage)))
          return refused(
            `One message leads to ${perMessage} calls of ${tool.name} at most. Ask the user about the rest.`,
          );
        return tool.run(input, contextOf(desk, context));
      },
    });
}

const REFUSALS: ReadonlySet<string> = new Set(['limit_reached', 'invalid', 'conflict']);

/** A refusal that the model can act on is returned; anything else is thrown. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.code === 'not_found') return { error: 'There is no such agent; call list_agents for the ids.' };
    if (REFUSALS.has(thrown.code)) return { error: thrown.message };
    throw thrown;
  }
}

function contextOf(desk: ResearchDesk, { task, timezone, idempotencyKey }: ToolContext): ResearchToolContext {
  const { tenant, user_id, session_id, about } = task;
  const conversation = { tenant, user_id, session_id: session_id ?? '', patient_id: about?.id ?? null };
  const id = agentOfTask(task);
  const roster = async () => {
    const agents = await desk.agents(conversation);
    return agents.filter(({ patient_id }) => !about || patient_id === about.id);
  };
  return {
    desk,
    conversation,
    origin: originOf(task),
    letter: { addresses: addressesOfUser(task), rounds: roundsOf(task), root: rootOf(task) },
    asked: isAsked(task),
    taskId: task.id,
    roster,
    team: async () => (id ? [await desk.agent(conversation, id)] : roster()),
    async agent() {
      if (!id) throw new AppError('config', 'This tool belongs to research agents.');
      return desk.agent(conversation, id);
    },
    timezone,
    key: idempotencyKey,
  };
}
