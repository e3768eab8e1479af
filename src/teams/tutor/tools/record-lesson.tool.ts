/** Notes that the user was explained something, for their progress. Once for each turn and topic. */
import { z } from 'zod';
import { MOST_NAME } from '../limits.ts';
import { topicName } from '../study/event.ts';
import { tutorTool } from './tutor-tool.ts';

export const recordLesson = tutorTool({
  name: 'record_lesson',
  description: 'Notes that you have explained a topic, so that it counts for the user’s progress.',
  input: z.object({ topic: z.string().trim().min(1).max(MOST_NAME) }),
  output: z.object({ recorded: z.boolean() }),
  effect: 'write',
  async run({ topic }, { desk, student, now, timezone, key }) {
    const id = `lesson:${key}:${topicName(topic)}`;
    const recorded = await desk.study.record(student, {
      id,
      kind: 'lesson',
      topic,
      right: false,
      ms: 0,
      now,
      timezone,
    });
    return { recorded };
  },
});
