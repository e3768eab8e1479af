/**
 * agentic_coder_agent without a model: analyses code that the message brings along, and breaks a task into parts. It writes no code: that
 * needs a model, and nothing is made up.
 */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import { readCommand } from './command.ts';
import type { SpecialistRule } from './specialist.ts';

const BLOCK = /```[^\n`]{0,40}\n([^`]{1,18000})```/;
const WRITES: ReadonlySet<string> = new Set(
  'write implement generate build code program create refactor fix debug add make'.split(' '),
);
const JUDGES: ReadonlySet<string> = new Set('review analyse analyze check audit inspect lint'.split(' '));
const ASKS_FOR_RUN = /\b(?:ready|finished|done|status|result)\b/;
const MAX_FINDINGS = 15;

const NEEDS_MODEL =
  'Writing code needs a model, and none is configured (GEMINI_API_KEY, or OPENAI_BASE_URL for a local one). Without one I can analyse code that you send in a ``` block.';

export const CODER_RULE: SpecialistRule = (request) => {
  const { written, responses } = readConversation(request);
  const { text, frame } = readCommand(written);
  const head = frame[0]?.word ?? '';
  const block = BLOCK.exec(text)?.[1];
  if (block !== undefined && !WRITES.has(head)) {
    const args = {
      artifact: block,
      artifact_type: 'code',
      analysis_type: /\bsecur/i.test(text) ? 'security' : 'quality',
    };
    if (!responses.has('analyze_artifact')) return { calls: [{ name: 'analyze_artifact', args }] };
    return { text: findings(asObject(responses.get('analyze_artifact'))) };
  }
  if (WRITES.has(head)) return { text: NEEDS_MODEL };
  if (JUDGES.has(head)) return { text: 'Please send the code in a ``` block.' };
  if (!ASKS_FOR_RUN.test(text)) return null;
  if (!responses.has('read_code_run')) return { calls: [{ name: 'read_code_run', args: {} }] };
  return { text: runWords(asObject(responses.get('read_code_run'))) };
};

function findings({ error, findings: found, pass, metrics }: Record<string, unknown>): string {
  if (typeof error === 'string') return error;
  const list = Array.isArray(found)
    ? (found as { severity: string; message: string; location?: { line: number } | null }[])
    : [];
  const { LOC, CC } = asObject(metrics);
  const size = [
    ...(LOC === undefined ? [] : [`${String(LOC)} lines of code`]),
    ...(CC === undefined ? [] : [`complexity ${String(CC)}`]),
  ];
  const lines = list
    .slice(0, MAX_FINDINGS)
    .map(({ severity, message, location }) => `- ${severity}${location ? `, line ${location.line}` : ''}: ${message}`);
  const verdict = pass === true ? 'The analysis found nothing serious.' : 'The analysis found problems.';
  return [`${verdict}${size.length > 0 ? ` (${size.join(', ')})` : ''}`, ...lines].join('\n');
}

function runWords({ error, status, code, valid }: Record<string, unknown>): string {
  if (typeof error === 'string') return error;
  if (typeof code !== 'string' || code === '') return `The code run is ${String(status)}.`;
  return `The code run is ${String(status)}${valid === true ? ', and the result fits what you asked for' : ''}:\n\n\`\`\`\n${code}\n\`\`\``;
}
