/** Runs before the agent that reads web pages: a YouTube link goes to video insight, a Vimeo link is refused. */
import { z } from 'zod';
import { addressesIn, addressesOfUser } from '../../../engine/tools/known-addresses.ts';
import { defineTool } from '../../../engine/tools/tool.ts';
import { videoInsight } from './video-insight.tool.ts';
import { classifyVideoUrl, VIMEO_REPLY } from './video-url.ts';

export const videoAnswer = defineTool({
  name: 'video_answer',
  description: 'Answers a request about a video that it links to.',
  input: z.object({ request: z.string().min(1) }),
  output: z.object({ text: z.string().nullable() }),
  effect: 'read',
  async run({ request }, context) {
    const asked = addressesIn(request).filter((url) => context.mayOpen(url));
    for (const url of new Set([...asked, ...addressesOfUser(context.task)])) {
      const host = classifyVideoUrl(url);
      if (host === 'vimeo') return { text: VIMEO_REPLY };
      if (host !== 'youtube') continue;
      const answer = await videoInsight.run({ url, user_question: request }, context);
      const text = (answer as { text?: string }).text?.trim();
      if (text) return { text };
    }
    return { text: null };
  },
});
