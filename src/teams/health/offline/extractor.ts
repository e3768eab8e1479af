/** The four extractors: what their rules read in the message, as the JSON that their output schema asks for. */

import { withoutLinks } from '../../../clinical/index.ts';
import { writtenIn } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { type Collapsed, collapseSpaces } from '../../../platform/spaces.ts';
import type { CorrectionInput, MentionInput } from '../../../record/index.ts';
import type { Extraction } from '../facts/beside-rules.ts';
import { complete, completeCorrection, EXTRACTORS, readAmendments } from './read-message.ts';

type Extractor = keyof typeof EXTRACTORS;
/** What a message is read with, as a request to a model has it. */
type MessageContext = { now: string; timezone: string; earlier?: readonly string[] };

/** More than anyone has to say in one message; each costs a look at its sentence, at its neighbours and at the record. */
const MAX_MENTIONS = 200;

export function extractor(agent: Extractor): Rule {
  return (request) => ({ text: JSON.stringify(readAs(agent, writtenIn(request), request.context)) });
}

/** What the rules of an agent read. One of the four says what the message corrects. */
function readAs(
  agent: Extractor,
  written: string,
  { now, timezone, earlier: past = [] }: MessageContext,
): { facts: MentionInput[]; corrections?: CorrectionInput[] } {
  const read = readable(written);
  const earlier = past.map((message) => readable(message).text);
  const moment = { now: new Date(now), timezone };
  const facts = EXTRACTORS[agent](read.text, moment, earlier)
    .slice(0, MAX_MENTIONS)
    .map((mention) => asWritten(mention, read, written));
  const amendments = agent === 'DataEntryAgent' ? readAmendments(read.text, moment, earlier) : [];
  const corrections = amendments.map((mention) => asWritten(mention, read, written));
  return { facts, ...(corrections.length > 0 && { corrections }) };
}

/** What the rules of these agents read beside their models. */
export function readBeside({
  agents,
  text,
  ...context
}: MessageContext & { agents: readonly string[]; text: string }): Extraction[] {
  return agents.filter(isExtractor).map((agent) => {
    const { facts, corrections = [] } = readAs(agent, text, context);
    return { agent, mentions: facts.map(complete), corrections: corrections.map(completeCorrection) };
  });
}

function isExtractor(agent: string): agent is Extractor {
  return Object.hasOwn(EXTRACTORS, agent);
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
