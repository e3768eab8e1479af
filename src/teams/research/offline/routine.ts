/**
 * ResearchAgent without a model, the same way every time: look what is on file, search, widen the search until the evidence threshold is
 * met, tell new from known, write evidence and report, keep watch if asked, and report. It quotes and cites; it concludes nothing.
 */
import { asObject, type Conversation, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer, RuleCall } from '../../../engine/models/offline/rule.ts';
import { type Harvest, harvestOf } from './harvest.ts';
import { mailReport } from './mail-report.ts';
import { evidenceFile, reportFile } from './report-file.ts';
import { reportMessage } from './report-message.ts';
import { readSeen, seenIn, writeSeen } from './seen.ts';
import { type Task, taskOf } from './task.ts';
import type { Round } from './topic.ts';

const PER_QUERY = 25;
/** Writing the files, reporting, and the last words. */
const STEPS_TO_FINISH = 3;

export const research: Rule = (request) => {
  const conversation = readConversation(request);
  const { text, responses } = conversation;
  const { state, now } = request.context;
  const origin = state['temp:origin'];
  if (origin === 'decision') return { text: `Noted: ${text}` };
  if (origin === 'mail') return aboutAnswer(text, responses.has('send_message'));
  const mailed = mailReport(conversation);
  if (mailed) return mailed;

  const day = now.slice(0, 10);
  const task = taskOf(text, state, day);
  const reading = readSeen(conversation);
  if (reading) {
    const first = responses.has('web_search') ? [] : searches(task, task.rounds[0]);
    return { calls: [reading, { name: 'list_triggers', args: {} }, ...first] };
  }
  const harvest = harvestOf(conversation, task, seenIn(conversation), day);
  const hasWritten = responses.has('write_file') || responses.has('append_file');
  const next = task.rounds[harvest.rounds];
  if (!hasWritten && !harvest.met && next && task.stepsLeft > STEPS_TO_FINISH + harvest.rounds)
    return { calls: searches(task, next) };
  if (!hasWritten) return { calls: writing(task, harvest, day, conversation) };

  const { fresh } = harvest;
  // A scheduled search that found nothing new sends no message.
  if (fresh.length === 0 && (origin === 'trigger' || responses.has('send_message')))
    return { text: `Looked on ${day}: nothing new about ${task.topic}.` };
  if (!responses.has('send_message')) {
    const message = reportMessage({ task, harvest, reportFile: reportPath(task) });
    return { calls: [{ name: 'send_message', args: { message } }] };
  }
  return { text: `Looked on ${day}: ${fresh.length} new about ${task.topic}; the report is in ${reportPath(task)}.` };
};

/** An expert's answer is passed on whole, not summarised. */
function aboutAnswer(text: string, told: boolean): RuleAnswer {
  if (told) return { text: `Passed on: ${text}` };
  return { calls: [{ name: 'send_message', args: { message: `Summary: ${text}\nNext: none` } }] };
}

function searches({ requirements }: Task, round: Round | undefined): RuleCall[] {
  return (round?.queries ?? []).map((query) => ({
    name: 'web_search',
    args: { query: query.slice(0, 300), limit: PER_QUERY, must_name: round?.groups ?? [], requirements },
  }));
}

function writing(task: Task, harvest: Harvest, day: string, { responses }: Conversation): RuleCall[] {
  const watch = watchCall(task, responses.get('list_triggers'));
  const { fresh } = harvest;
  if (fresh.length === 0)
    return [{ name: 'append_file', args: { path: 'notes/log.md', content: `${day}: nothing new.\n` } }, ...watch];
  return [
    write(`evidence/${day}-${slug(task.topic)}.md`, evidenceFile(task.topic, day, fresh)),
    write(reportPath(task), reportFile(task, harvest, day)),
    writeSeen(harvest),
    ...watch,
  ];
}

function watchCall({ watch, topic }: Task, result: unknown): RuleCall[] {
  if (!watch) return [];
  const { triggers } = asObject(result);
  const there = Array.isArray(triggers) && triggers.some((trigger) => asObject(trigger).schedule === watch);
  return there
    ? []
    : [{ name: 'create_trigger', args: { schedule: watch, instruction: `Look for anything new about ${topic}.` } }];
}

function write(path: string, content: string): RuleCall {
  return { name: 'write_file', args: { path, content } };
}

function reportPath({ topic }: Task): string {
  return `reports/${slug(topic)}.md`;
}

function slug(topic: string): string {
  return (
    topic
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'topic'
  );
}
