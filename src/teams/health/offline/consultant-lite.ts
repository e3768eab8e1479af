/**
 * HealthConsultantLiteAgent without a model: answers from the vocabulary, and says so where it has none. It has no access to the
 * record.
 */
import { generalAnswer, isCourtesy } from '../../../clinical/index.ts';
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';

export const consultLite: Rule = (request) => {
  const { text, earlier } = readConversation(request);
  if (isCourtesy(text)) return { text: 'You are welcome. Ask me about any condition, medicine, symptom or test.' };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  return { text: generalAnswer(text, earlier, moment) };
};
