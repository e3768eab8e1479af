/** HealthConsultantLiteAgent without a model: what the vocabulary knows, and plainly where that ends. It has no record. */
import { generalAnswer, isCourtesy } from '../../../clinical/index.ts';
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';

export const consultLite: Rule = (request) => {
  const { text, earlier } = readConversation(request);
  if (isCourtesy(text)) return { text: 'You are welcome. Ask me about any condition, medicine, symptom or test.' };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  return { text: generalAnswer(text, earlier, moment) };
};
