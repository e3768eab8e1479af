/** The four extractors: what their rules read in the message, as the JSON that their output schema asks for. */

import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { type Collapsed, collapseSpaces } from '../../../platform/spaces.ts';
import type { MentionInput } from '../../../record/index.ts';
import type { Extract } from './read-message.ts';

/** More than anyone has to say in one message; each costs a look at its sentence, at its neighbours and at the record. */
const MAX_MENTIONS = 200;

export function extractor(extract: Extract): Rule {
  return (request) => {
    const { now, timezone } = request.context;
    const { written } = readConversation(request);
    const read = collapseSpaces(withoutLinks(written));
    const facts = extract(read.text, { now: new Date(now), timezone })
      .slice(0, MAX_MENTIONS)
      .map((mention) => asWritten(mention, read, written));
    return { text: JSON.stringify({ facts }) };
  };
}

/** An address is not a statement: "…/asthma" says nothing about the user. Spaces keep the offsets of all other words. */
function withoutLinks(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, (link) => ' '.repeat(link.length));
}

/** Quotes are the words of the message, where they stand in it. */
function asWritten(mention: MentionInput, { text, placeOf }: Collapsed, written: string): MentionInput {
  if (text.length === written.length || mention.start === undefined) return mention;
  const start = placeOf(mention.start);
  return { ...mention, start, quote: written.slice(start, placeOf(mention.start + mention.quote.length)) };
}
