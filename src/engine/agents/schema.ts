/** What an agent's config.yml and a team's team.yml may say. The loader adds what a single file cannot know. */
import { z } from 'zod';
import { BUILTIN_TOOLS } from '../models/model.ts';
import { FunctionCallConfig } from './call.ts';
import { RemoteConfig } from './remote.ts';

/** One file each in `src/engine/kinds`. */
const AGENT_TYPES = ['llm', 'parallel', 'sequential', 'loop', 'function', 'pipeline', 'remote'] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

/** A tool by name; one of the provider's own tools; or another agent, wrapped so that it cannot fail its caller. */
const ToolEntry = z.union([
  z.string(),
  z.strictObject({ builtin: z.enum(BUILTIN_TOOLS) }),
  z.strictObject({
    agent: z.string(),
    name: z.string().describe('What the model calls it'),
    description: z.string().optional(),
    fallback: z.string().describe('Returned when the wrapped agent fails'),
    empty: z.string().optional().describe('Returned when it has nothing to say; the fallback if not set'),
    result_key: z.string().optional(),
    status_key: z.string().optional(),
    error_key: z.string().optional(),
    first: z.string().optional().describe('A tool that is asked before the agent, and may answer in its place'),
  }),
]);
export type ToolEntry = z.infer<typeof ToolEntry>;

const names = z.array(z.string()).default([]);

export const CallbackNames = z.strictObject({
  before_agent: names,
  after_agent: names,
  before_model: names,
  after_model: names,
  before_tool: names,
  after_tool: names,
});

export const AgentConfig = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'start with a letter; letters, digits and underscores only'),
  type: z.enum(AGENT_TYPES).default('llm'),
  description: z.string().min(1),
  worker: z.string().describe('The queue whose workers run this agent'),
  dispatch: z.enum(['job', 'inline']).default('job'),
  required: z
    .boolean()
    .default(false)
    .describe('If it fails, so does its parent; otherwise the parent goes on without it'),
  standalone: z
    .boolean()
    .default(false)
    .describe('A task may begin with it instead of the root; it need not be within reach of the root'),
  fallback: z
    .literal('none')
    .optional()
    .describe('The offline rule of its team does not stand in where its model has no answer that can be used'),
  fallback_reply: z.string().optional().describe('For one that a task begins with: said when no agent had an answer'),
  model: z.string().optional(),
  instruction: z.string().optional(),
  instruction_short: z
    .string()
    .optional()
    .describe('In place of the instruction, for a model with a small context window'),
  generate_config: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      top_p: z.number().min(0).max(1).optional(),
      top_k: z.number().int().positive().optional(),
      max_output_tokens: z.number().int().positive().optional(),
    })
    .default({}),
  tools: z.array(ToolEntry).default([]),
  sub_agents: names,
  transfers: names.describe('Agents that this one may hand over to, besides its own sub-agents and its parent'),
  disallow_transfer_to_parent: z.boolean().default(false),
  disallow_transfer_to_peers: z
    .boolean()
    .default(true)
    .describe('false: it may also hand over to the other sub-agents of its parent'),
  source_name: z.string().optional().describe('What `source_agents` of a reply calls it; its name if it is not given'),
  cites: z
    .enum(['found', 'marked'])
    .default('found')
    .describe('Its citations: all that its tools found, or only those whose marker stands in the answer'),
  answers: z
    .literal('closed')
    .optional()
    .describe('Its answer is a call, one of the fixed texts of its team, or what its tool has answered: nothing else'),
  output: z.string().optional().describe('Name of the schema that the answer must fit'),
  output_key: z.string().optional().describe('State key that takes the answer'),
  include_contents: z
    .enum(['default', 'user', 'none'])
    .default('default')
    .describe('How much of the conversation the agent sees: all of it, the user’s words only, or just the message'),
  access: names.describe('What its tools may reach, such as its own files (workspace)'),
  callbacks: CallbackNames.prefault({}),
  call: FunctionCallConfig.optional().describe('For a function: $message and $state.<key> are known to it'),
  remote: RemoteConfig.optional().describe('For a remote agent: where it is and what can be asked of it'),
  max_iterations: z.number().int().positive().optional().describe('For a loop'),
  limits: z
    .strictObject({
      model_turns: z.number().int().positive().default(8),
      tokens: z.number().int().positive().default(100_000),
      seconds: z.number().positive().default(60),
      retry_seconds: z.number().min(0).default(30).describe('For how long a model call that fails is made again'),
    })
    .prefault({}),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

/** As in the transfers document: one model for the root, one for all others, and one for each agent that needs its own. */
const ModelConfig = z.strictObject({
  main_model: z.string(),
  sub_agent_model: z.string(),
  specialized_agents: z
    .record(z.string().regex(/_model$/, 'the name of an agent, then _model'), z.string())
    .default({}),
});

export const TeamConfig = z.strictObject({
  name: z.string(),
  root: z.string(),
  description: z.string(),
  queues: z.array(z.string()).min(1).describe('Whose workers run its agents'),
  double_text: z
    .enum(['enqueue', 'reject', 'merge', 'interrupt'])
    .default('enqueue')
    .describe('What a second message of a busy session does'),
  max_transfer_depth: z.number().int().positive().default(4),
  transfer_cycles: z
    .array(z.array(z.string()).min(2))
    .default([])
    .describe('Groups of agents whose `transfers` may lead back to where they began'),
  next_message: z
    .enum(['root', 'last_agent'])
    .default('root')
    .describe('Who gets the next message of a conversation: the root, or the agent that answered last'),
  model_config: ModelConfig.optional().describe(
    'The models of all agents in one place; a config of an agent then names none',
  ),
  fallback_reply: z.string().describe('Said when the answering agent failed'),
});
export type TeamConfig = z.infer<typeof TeamConfig>;
