/** The four extractors: what their rules read in the message, as the JSON that their output schema asks for. */

import { withoutLinks } from '../../../clinical/index.ts';
import { writtenIn } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { type Collapsed, collapseSpaces } from '../../../platform/spaces.ts';
import type { Extract, readAmendments } from './read-message.ts';

/** More than anyone has to say in one message; each costs a look at its sentence, at its neighbours and at the record. */
const MAX_MENTIONS = 200;

/** `amend`: what the message corrects, for the one agent that says it. */
export function extractor(extract: Extract, amend?: typeof readAmendments): Rule {
  return (request) => {
    const { now, timezone, earlier: past = [] } = request.context;
    const written = writtenIn(request);
    const read = readable(written);
    const earlier = past.map((message) => readable(message).text);
    const moment = { now: new Date(now), timezone };
    const facts = extract(read.text, moment, earlier)
      .slice(0, MAX_MENTIONS)
      .map((mention) => asWritten(mention, read, written));
    const corrections = (amend?.(read.text, moment, earlier) ?? []).map((mention) => asWritten(mention, read, written));
    return { text: JSON.stringify({ facts, ...(corrections.length > 0 && { corrections }) }) };
  };
}

function readable(written: string): Collapsed {
  return collapseSpaces(withoutLinks(written));
}

/** Quotes are the words of the message, where they stand in it. */
function asWritten<Quoted extends { quote: string; start?: number | undefined }>(
  mention: Quoted,
  { placeOf }: Collapsed,
  written: string,
): Quoted {
  if (mention.start === undefined) return mention;
  const [start, end] = [placeOf(mention.start), placeOf(mention.start + mention.quote.length)];
  const isMoved = start > mention.start || end - start > mention.quote.length;
  return isMoved ? { ...mention, start, quote: written.slice(start, end) } : mention;
}
