/**
 * CypherAgent without a model: parses the question with a grammar, runs the query through the same tool and guard as a model would,
 * and says in words what came back. A question that the grammar cannot read gets no query at all.
 */
import {
  answerInWords,
  cannotRead,
  isAboutSomeoneElse,
  readRecordQuestion,
  rowsOf,
  writeCypher,
} from '../../../clinical/index.ts';
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { FAMILY, KINDS } from '../../../record/index.ts';

const QUERY = 'query_graph';
const ONE_RECORD =
  'I can only look into this one record, and the question asks about somebody else, so I have not looked anything up.';

export const queryRecord: Rule = (request) => {
  const { text, responses } = readConversation(request);
  const { now, timezone } = request.context;
  const question = readRecordQuestion(text, { now: new Date(now), timezone });
  if (!question) return { text: cannotRead() };
  if (isAboutSomeoneElse(text)) return { text: ONE_RECORD };
  if (!responses.has(QUERY))
    return { calls: [{ name: QUERY, args: { cypher: writeCypher(question, { ...KINDS, family: FAMILY }) } }] };

  const found = asObject(responses.get(QUERY));
  if (!Array.isArray(found.columns) || !Array.isArray(found.rows))
    return { text: 'The record could not be asked just now, so I cannot say.' };
  const answer = answerInWords(question, rowsOf(found.columns, found.rows));
  return { text: found.truncated === true ? `${answer} There is more than could be read at once.` : answer };
};
