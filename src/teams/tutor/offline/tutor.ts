/** TutorAgent without a model: explains from the tables, and adds what the user's library has on it. */
import { generalAnswer } from '../../../clinical/index.ts';
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { say } from './answers.ts';
import { passagesIn, quoted } from './passages.ts';
import { areasIn, topicIn } from './topic.ts';

const MOST_QUERY = 2_000;
const MOST_PASSAGES = 3;

export const tutor: Rule = (request) => {
  const { text, earlier, responses } = readConversation(request);
  if (!responses.has('cross_reference')) {
    const lesson =
      topicIn(text) === undefined ? [] : [{ name: 'record_lesson', args: { topic: areasIn(text)[0] ?? 'general' } }];
    const search = {
      name: 'cross_reference',
      args: { query_artifact: text.slice(0, MOST_QUERY), top_k: MOST_PASSAGES },
    };
    return { calls: [search, ...lesson] };
  }
  const { now, timezone } = request.context;
  const answer = generalAnswer(text, earlier, { now: new Date(now), timezone });
  const passages = passagesIn(responses.get('cross_reference'));
  if (passages.length === 0) return say(answer);
  return say([answer, 'In your library:', ...passages.map(quoted)].filter(Boolean).join('\n\n'));
};
