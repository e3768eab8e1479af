/**
 * HealthConsultantAgent without a model: reads the record, then replies by a plan (reply/plan.ts). It reports and compares; it never
 * diagnoses and never invents a value.
 */
import { readConversation, resultText } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { readRecord } from './record-view.ts';
import { asAskedAgain } from './reply/asked-again.ts';
import { RECORD, seriesLeftOut, stillToLookUp, TOPIC } from './reply/lookups.ts';
import { understandTurn } from './reply/message.ts';
import { composeReply } from './reply/plan.ts';
import { sceneOf } from './reply/scene.ts';
import { smallTalk } from './small-talk.ts';

export const consult: Rule = (request) => {
  const read = readConversation(request);
  const conversation = { ...read, text: asAskedAgain(read.text, read.earlier) };
  const { text, earlier, responses } = conversation;
  const small = smallTalk(text);
  if (small) return { text: small };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const understood = understandTurn(text, earlier, moment);
  const first = stillToLookUp(request, conversation, understood);
  if (first.length > 0) return { calls: first };
  const view = readRecord(responses.get(RECORD));
  const more = seriesLeftOut(request, conversation, understood.question, view);
  if (more.length > 0) return { calls: more };
  const scene = sceneOf(conversation, understood, view, moment, request.context.said ?? '');
  return { text: composeReply(scene, resultText(responses.get(TOPIC))) };
};
