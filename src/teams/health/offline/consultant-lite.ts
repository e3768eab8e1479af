/**
 * HealthConsultantLiteAgent without a model: answers from the library if it has something on the question, and otherwise from the
 * tables. It has no access to the record.
 */
import { BEFORE_COMBINING, generalAnswer, isCourtesy } from '../../../clinical/index.ts';
import { hasTool, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { LIBRARY, libraryAnswer, libraryCall } from './library-answer.ts';

export const consultLite: Rule = (request) => {
  const { text, earlier, responses } = readConversation(request);
  if (isCourtesy(text)) return { text: 'You are welcome. Ask me about any condition, medicine, symptom or test.' };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  if (hasTool(request, LIBRARY) && !responses.has(LIBRARY)) return { calls: [libraryCall(text)] };
  const answer = libraryAnswer(responses.get(LIBRARY), text) ?? generalAnswer(text, earlier, moment);
  return { text: withoutRepeating(answer, request.context.said ?? '') };
};

/** A reason why two medicines do not go together is not given again below the warning that gives it. */
function withoutRepeating(answer: string, above: string): string {
  const reasonIn = (line: string) => line.split(': ')[1]?.split(' (')[0];
  const isSaid = (line: string) => above.includes(reasonIn(line) ?? line);
  const lines = answer.split('\n');
  const left = lines.filter((line) => line === '' || !isSaid(line));
  if (left.length === lines.length) return answer;
  return (
    left
      .filter((line) => line !== BEFORE_COMBINING)
      .join('\n')
      .trim() || 'That is what is known of them together.'
  );
}
