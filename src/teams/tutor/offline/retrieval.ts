/** RetrievalAgent without a model: finds passages in the library; where the progress was asked for too, the AnalyticsAgent goes on. */
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { handOver, say, use } from './answers.ts';
import { passagesIn, quoted } from './passages.ts';
import { areasIn } from './topic.ts';
import { readWish } from './wish.ts';

const MOST_QUERY = 2_000;
const NOTHING = 'Your library has no passage on this. Documents are added with POST /v1/library.';

export const retrieve: Rule = (request) => {
  const { text, responses } = readConversation(request);
  const found = responses.get('cross_reference');
  if (found === undefined) return use('cross_reference', { query_artifact: text.slice(0, MOST_QUERY), top_k: 5 });
  if (readWish(text).things.has('progress') && !responses.has('transfer_to_agent')) {
    const topics = areasIn(text).slice(0, 10);
    if (topics.length > 0 && !responses.has('note_topics')) return use('note_topics', { topics });
    return handOver('AnalyticsAgent', 'the progress on what was found');
  }
  const passages = passagesIn(found);
  if (passages.length === 0) return say(NOTHING);
  return say(['In your library:', ...passages.map(quoted)].join('\n\n'));
};
