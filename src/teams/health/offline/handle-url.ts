/**
 * UrlHandlerAgent without a model: reads the page and quotes the sentences that fit the question, or says why it could not. A video
 * goes to the tool that watches videos, which says that it needs a model.
 */

import { firstLink } from '../../../clinical/index.ts';
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { classifyVideoUrl } from '../tools/video-url.ts';
import { summarize } from './summary.ts';

const UNABLE = 'I was unable to retrieve that URL. Please try again or provide a different URL.';

export const handleUrl: Rule = (request) => {
  const { text, responses } = readConversation(request);
  const url = firstLink(text)?.replace(/^www\./i, 'https://www.');
  if (!url)
    return { text: 'There is no web address in the message. Please send one that starts with http:// or https://.' };
  const isVideo = classifyVideoUrl(url) === 'youtube';
  const tool = isVideo ? 'video_insight' : 'fetch_page';
  if (!responses.has(tool)) return { calls: [{ name: tool, args: { url, ...(isVideo && { user_question: text }) } }] };

  const page = asObject(responses.get(tool));
  if (typeof page.error === 'string') return { text: `${UNABLE} (${page.error})` };
  const body = typeof page.text === 'string' ? page.text : '';
  const title = typeof page.title === 'string' && page.title ? page.title : hostOf(url);
  const summary = summarize(body, text);
  if (!summary)
    return { text: `The page "${title}" (${hostOf(url)}) opened, but holds no readable text that I could sum up.` };
  return {
    text: `From "${title}" (${hostOf(url)}), in the page's own words:\n\n${summary}\n\nThese are sentences picked from the page by rules, not a medical judgement of it.`,
  };
};

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
}
