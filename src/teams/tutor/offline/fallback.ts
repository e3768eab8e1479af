/** What is said while a remote agent does not answer: counts from here, and that the rest is missing. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { say, use } from './answers.ts';

export const progressFallback: Rule = (request) => {
  const summary = summaryIn(request);
  if (!summary) return use('study_summary');
  return say(
    `The analytics agent does not answer just now, so there are no insights. ${summary.progress} ${summary.due} Ask again in a few minutes.`,
  );
};

export const scheduleFallback: Rule = (request) => {
  const summary = summaryIn(request);
  if (!summary) return use('study_summary');
  return say(
    `The scheduler does not answer just now, so there is no plan. ${summary.due} You can review all the same: say "review my flashcards".`,
  );
};

function summaryIn(request: Parameters<Rule>[0]): { progress: string; due: string } | null {
  const { responses } = readConversation(request);
  if (!responses.has('study_summary')) return null;
  const { progress, due } = asObject(responses.get('study_summary'));
  return { progress: String(progress ?? ''), due: String(due ?? '') };
}
