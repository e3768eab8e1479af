/** Which fields go together within one agent: what its type needs, and what the model provider allows. */
import type { ToolEntry } from '../schema.ts';
import { type AgentDraft, isAgentTool, isBuiltin, type Report, type Rule } from './rule.ts';

/** Fields that only an agent with a model can follow; one that runs others has no use for them. */
const LLM_FIELDS = [
  'model',
  'instruction',
  'generate_config',
  'tools',
  'transfers',
  'output',
  'include_contents',
  'record',
  'workspace',
  'callbacks',
] as const;

/** What Gemini accepts as a function name. */
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The run offers these itself, to agents that have transfers or stand in a loop. */
const OFFERED_TOOLS = ['transfer_to_agent', 'exit_loop'];

export const shape: Rule = (team, _known, report) => {
  for (const draft of team.agents) {
    if (draft.refused(['type'])) continue;
    if (draft.config.type === 'llm') llmShape(draft, report);
    else compositeShape(draft, report);
    loopShape(draft, report);
  }
};

function llmShape(draft: AgentDraft, report: Report): void {
  const { config, source } = draft;
  if (!config.model) report(source, ['model'], 'an llm agent needs a model', 'add "model: gemini-2.5-flash"');
  if (!config.instruction?.trim())
    report(source, ['instruction'], 'an llm agent needs an instruction', 'add "instruction: |"');
  const self = config.transfers.indexOf(config.name);
  if (self >= 0) report(source, ['transfers', self], `"${config.name}" hands over to itself`, 'remove it');
  toolNames(draft, report);
  providerRules(draft, report);
}

function compositeShape({ config, source }: AgentDraft, report: Report): void {
  if (config.sub_agents.length === 0) {
    report(source, ['sub_agents'], `a ${config.type} agent needs sub_agents`, 'list the agents that it runs');
  }
  const given = source.value as Record<string, unknown>;
  for (const field of LLM_FIELDS) {
    if (field in given) {
      report(source, [field], `a ${config.type} agent has no ${field}`, 'remove it, or make it "type: llm"');
    }
  }
}

function loopShape({ config, source }: AgentDraft, report: Report): void {
  if (config.type === 'loop' && config.max_iterations === undefined) {
    report(source, ['max_iterations'], 'a loop needs max_iterations', 'add "max_iterations: 3"');
  }
  if (config.type !== 'loop' && config.max_iterations !== undefined) {
    report(source, ['max_iterations'], 'only a loop has max_iterations', 'remove it, or make it "type: loop"');
  }
}

function toolNames({ config, source }: AgentDraft, report: Report): void {
  const seen = new Set<string>();
  for (const [index, entry] of config.tools.entries()) {
    const name = toolName(entry);
    if (isAgentTool(entry) && !FUNCTION_NAME.test(name)) {
      report(
        source,
        ['tools', index, 'name'],
        `"${name}" cannot be a tool's name`,
        'use letters, digits and underscores',
      );
    }
    if (OFFERED_TOOLS.includes(name)) {
      report(source, ['tools', index], `"${name}" is offered where it is needed`, 'remove it');
    } else if (seen.has(name)) {
      report(source, ['tools', index], `two tools are called "${name}"`, 'remove one or give it another name');
    }
    seen.add(name);
  }
}

/** Gemini takes one tool of its own, and that one alone. A structured answer cannot be a hand-over, as in ADK. */
function providerRules({ config, source }: AgentDraft, report: Report): void {
  const builtins = config.tools.flatMap((entry, index) => (isBuiltin(entry) ? [index] : []));
  const wrap = 'move it to an agent of its own and list that one as a tool';
  for (const index of builtins.slice(1)) {
    report(source, ['tools', index], 'an agent can have one built-in tool', wrap);
  }
  const [builtin] = builtins;
  if (builtin !== undefined && (builtins.length < config.tools.length || config.transfers.length > 0)) {
    const others = builtins.length < config.tools.length ? 'other tools' : 'transfers';
    report(source, ['tools', builtin], `a built-in tool cannot stand beside ${others}`, wrap);
  }
  if (config.output !== undefined && config.transfers.length > 0) {
    report(source, ['output'], 'an agent with an output schema answers itself', 'remove "output" or the transfers');
  }
}

function toolName(entry: ToolEntry): string {
  if (typeof entry === 'string') return entry;
  return isBuiltin(entry) ? entry.builtin : entry.name;
}
