/** The four extractors: what their rules read in the message, as the JSON that their output schema asks for. */
import type { MentionInput } from '../../record/mention.ts';
import { readConversation } from './conversation.ts';
import type { Rule } from './rule.ts';

type Extract = (text: string, moment: { now: Date; timezone: string }) => MentionInput[];

export function extractor(extract: Extract): Rule {
  return (request) => {
    const { now, timezone } = request.context;
    const facts = extract(readConversation(request).text, { now: new Date(now), timezone });
    return { text: JSON.stringify({ facts }) };
  };
}
