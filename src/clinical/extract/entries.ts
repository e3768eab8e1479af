/**
 * DataEntryAgent's part, by rules: what the user asks to have recorded ("log my weight 80 kg"), whatever its kind, and the
 * documents handed in. The other extractors read it, in the words of the instruction alone.
 */
import type { MentionInput } from '../../record/index.ts';
import type { Moment } from '../dates/dates.ts';
import { createMomentCache } from '../text/cache.ts';
import { firstLink } from '../text/links.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { sentencesOf } from '../text/sentences.ts';
import { readContext } from './context.ts';
import { extractFindings } from './findings.ts';
import { extractMeasurements } from './measurements.ts';
import { mentionsIn } from './mentions.ts';

const { pattern } = patternsOf('extract', 'entries');

/** What this agent files; the rest is the others' work (see EXTRACTIONS). */
const ENTRY_KINDS: ReadonlySet<string> = new Set([
  'observation',
  'medication',
  'condition',
  'symptom',
  'allergy',
  'document',
]);
const INSTRUCTION = pattern('INSTRUCTION', 'i');
const DOCUMENT = pattern('DOCUMENT', 'i');
const HANDED_IN =
  /\b(?:upload(?:ed|ing)?|attach(?:ed|ing|ment)?|enclosed|here\s+(?:is|are)|here['’]s|sending|sent\s+you|shared|submitted)\b/i;

const memory = createMomentCache<readonly MentionInput[]>();

export function extractEntries(text: string, at: Moment): readonly MentionInput[] {
  return memory(text, at, () => mentionsIn(text, (words) => read(words, at)));
}

/** What is to be recorded, in a sentence that asks for it: "Could you add that I had a mammogram in May?" */
export function toRecord(sentence: string): string | null {
  const match = INSTRUCTION.exec(sentence);
  return match && sentence.slice(match[0].length);
}

function read(text: string, at: Moment): MentionInput[] {
  const sentences = sentencesOf(text);
  const entries = sentences.flatMap((sentence, index) => {
    const match = INSTRUCTION.exec(text.slice(sentence.start, sentence.end));
    if (!match) return [];
    const start = sentence.start + match[0].length;
    // "Please record:" goes on in the lines below it.
    const goesOn = text.slice(start, sentence.end).trim() === '';
    return [...(goesOn ? sentences.slice(index + 1) : [{ start, end: sentence.end }])].flatMap((part) =>
      readPart(text, part, at),
    );
  });
  const documents = HANDED_IN.test(text) ? sentences.flatMap((sentence) => documentIn(text, sentence)) : [];
  const mentions = [...entries, ...documents];
  return mentions.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}

function readPart(text: string, { start, end }: Stretch, at: Moment): MentionInput[] {
  // "Can you add peanut allergy?" asks for an entry, it does not ask about the allergy. Same length: offsets stay true.
  const words = text.slice(start, end).replace(/\?/g, '.');
  return [...extractMeasurements(words, at), ...readContext(words, at, { asked: true }), ...extractFindings(words, at)]
    .filter(({ kind }) => ENTRY_KINDS.has(kind))
    .map((mention) => ({ ...mention, start: (mention.start ?? 0) + start, quote: original(text, mention, start) }));
}

function original(text: string, mention: MentionInput, offset: number): string {
  const from = offset + (mention.start ?? 0);
  return text.slice(from, from + mention.quote.length);
}

/** "I uploaded my lab report", "attached: MRI report". */
function documentIn(text: string, { start, end }: Stretch): MentionInput[] {
  const words = text.slice(start, end);
  const handed = HANDED_IN.exec(words);
  const match = handed && DOCUMENT.exec(words);
  if (!match || /\b(?:how|can\s+i|should\s+i|where)\b/i.test(words.slice(0, handed.index))) return [];
  const quote = match[0];
  const name = `${quote.charAt(0).toUpperCase()}${quote.slice(1)}`.replace(/^(Mri|Ct|Ecg|Ekg)\b/u, (word) =>
    word.toUpperCase(),
  );
  const mention: MentionInput = {
    kind: 'document',
    name: name.replace(/\s+/g, ' '),
    quote,
    start: start + match.index,
    assertion: 'present',
    experiencer: 'patient',
    confidence: match[1] ? 0.9 : 0.75,
  };
  const link = firstLink(text);
  return [link ? { ...mention, url: link } : mention];
}
