/** "Email the report to ...": the agent takes its latest report from its files and writes the mail, which a person has to approve. */
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';

/** What the InteractionAgent writes when the user wants the report by mail. */
export const MAIL_TASK = 'Send your latest report by mail to ';
const MAX_BODY = 20_000;

/** Null if the message asks for something else. */
export function mailReport({ text, responses }: Conversation): RuleAnswer | null {
  if (!text.startsWith(MAIL_TASK)) return null;
  const to = text.slice(MAIL_TASK.length).trim();
  if (responses.has('send_message')) return { text: 'The report was handed over as a mail.' };
  if (responses.has('email_send')) return tell(outcome(to, asObject(responses.get('email_send'))));
  if (responses.has('read_file')) {
    const { content, path } = asObject(responses.get('read_file'));
    if (typeof content !== 'string') return tell('No report can be read yet, so nothing was written.');
    const subject = /^# (.{1,150})/.exec(content)?.[1] ?? String(path ?? 'Report');
    const body = content.length > MAX_BODY ? `${content.slice(0, MAX_BODY - 40)}\n\n(The report goes on.)` : content;
    return { calls: [{ name: 'email_send', args: { to, subject: `Report: ${subject}`, body } }] };
  }
  if (!responses.has('list_files')) return { calls: [{ name: 'list_files', args: { dir: 'reports' } }] };
  const latest = latestIn(responses.get('list_files'));
  return latest
    ? { calls: [{ name: 'read_file', args: { path: latest } }] }
    : tell('There is no report yet, so nothing was written.');
}

function latestIn(result: unknown): string | null {
  const { files } = asObject(result);
  const listed = (Array.isArray(files) ? files : []).map(asObject);
  const [latest] = listed.toSorted((a, b) => String(b.modified_at).localeCompare(String(a.modified_at)));
  return latest ? String(latest.path) : null;
}

function outcome(to: string, { error, status }: Record<string, unknown>): string {
  if (error) return `The mail to ${to} could not be written: ${String(error)}`;
  return `The report is written as a mail to ${to}; it is ${String(status)} and leaves once you have approved it.`;
}

function tell(summary: string): RuleAnswer {
  return { calls: [{ name: 'send_message', args: { message: `Summary: ${summary}\nNext: none` } }] };
}
