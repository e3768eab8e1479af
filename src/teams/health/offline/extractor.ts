/** The four extractors: what their rules read in the message, as the JSON that their output schema asks for. */

import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import type { Extract } from './read-message.ts';

export function extractor(extract: Extract): Rule {
  return (request) => {
    const { now, timezone } = request.context;
    const facts = extract(withoutLinks(readConversation(request).text), { now: new Date(now), timezone });
    return { text: JSON.stringify({ facts }) };
  };
}

/** An address is not a statement: "…/asthma" says nothing about the user. Spaces keep the offsets of all other words. */
function withoutLinks(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, (link) => ' '.repeat(link.length));
}
