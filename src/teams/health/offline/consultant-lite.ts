/**
 * HealthConsultantLiteAgent without a model: answers from the library if it has something on the question, and otherwise from the
 * tables. It has no access to the record.
 */
import { generalAnswer, isCourtesy } from '../../../clinical/index.ts';
import { hasTool, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { LIBRARY, libraryAnswer, libraryCall } from './library-answer.ts';

export const consultLite: Rule = (request) => {
  const { text, earlier, responses } = readConversation(request);
  if (isCourtesy(text)) return { text: 'You are welcome. Ask me about any condition, medicine, symptom or test.' };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  if (hasTool(request, LIBRARY) && !responses.has(LIBRARY)) return { calls: [libraryCall(text)] };
  return { text: libraryAnswer(responses.get(LIBRARY), text) ?? generalAnswer(text, earlier, moment) };
};
