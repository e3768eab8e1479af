/** An agent with a model: a loop of model and tool steps. */
import { type AgentDraft, isAgentTool, isBuiltin, type Report } from '../agents/rules/rule.ts';
import type { ToolEntry } from '../agents/schema.ts';
import { runOrStandIn } from '../run/stand-in.ts';
import type { Kind } from './kind.ts';

/** What Gemini accepts as a function name. */
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The run offers these itself, to agents that have transfers or stand in a loop. */
const OFFERED_TOOLS = ['transfer_to_agent', 'exit_loop'];

export const llm: Kind = {
  works: true,
  isTask: false,
  validate(draft, report) {
    const { config, source } = draft;
    if (!config.model) report(source, ['model'], 'an llm agent needs a model', 'add "model: gemini-2.5-flash"');
    if (!config.instruction?.trim())
      report(source, ['instruction'], 'an llm agent needs an instruction', 'add "instruction: |"');
    const self = config.transfers.indexOf(config.name);
    if (self >= 0) report(source, ['transfers', self], `"${config.name}" hands over to itself`, 'remove it');
    toolNames(draft, report);
    providerRules(draft, report);
  },
  /** The words of an agent with an output schema are data. */
  answers: (agent) => agent.output === undefined,
  layout: () => [],
  run: runOrStandIn,
};

function toolNames({ config, source }: AgentDraft, report: Report): void {
  const seen = new Set<string>();
  for (const [index, entry] of config.tools.entries()) {
    const name = toolName(entry);
    if (isAgentTool(entry) && !FUNCTION_NAME.test(name)) {
      const message = `"${name}" cannot be a tool's name`;
      report(source, ['tools', index, 'name'], message, 'use letters, digits and underscores');
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
