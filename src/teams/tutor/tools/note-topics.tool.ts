/** Notes what the user's question is about, for the agent that is handed the conversation. */
import { z } from 'zod';
import { MOST_NAME } from '../limits.ts';
import { topicName } from '../study/event.ts';
import { tutorTool } from './tutor-tool.ts';

/** The remote agents' configs refer to its `topics`. Every turn begins without any. */
export const STUDY = 'study';

export const noteTopics = tutorTool({
  name: 'note_topics',
  description:
    'Notes the topics of the passages that you found. Call it before you hand over to AnalyticsAgent, which then analyses these topics.',
  input: z.object({ topics: z.array(z.string().trim().min(1).max(MOST_NAME)).min(1).max(10) }),
  output: z.object({ topics: z.array(z.string()) }),
  effect: 'write',
  async run({ topics }, { state }) {
    const names = [...new Set(topics.map(topicName))];
    state.set(STUDY, { topics: names });
    return { topics: names };
  },
});
