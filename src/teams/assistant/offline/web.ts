/**
 * web_research_agent without a model: opens a page that the message names, or looks into the library. Without a model there is no search
 * of the web, and it says so.
 */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import { wordsIn } from './command.ts';
import { ROUTING_WORDS, WORLD_QUESTIONS } from './routing-words.ts';
import type { SpecialistRule } from './specialist.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/i;
const AFTER_ADDRESS = /[)\].,;:!?]{1,4}$/;
const PAGE_CHARS = 1_500;
const MAX_PASSAGES = 3;
const PASSAGE_CHARS = 400;
/** Words of the request, not of its topic. */
const FRAME: ReadonlySet<string> = new Set([
  ...Object.keys(ROUTING_WORDS.find(({ agent }) => agent === 'web_research_agent')?.heads ?? {}),
  ...WORLD_QUESTIONS,
  ...'the a an for up on in about of is are was do does web internet online me my please you i to and or can library latest some information'.split(
    ' ',
  ),
]);

const NO_WEB =
  'I cannot search the web: no search service is configured (GEMINI_API_KEY gives me one). I can open a page whose address you write.';

export const WEB_RULE: SpecialistRule = (request) => {
  const { text, responses } = readConversation(request);
  const address = ADDRESS.exec(text)?.[0].replace(AFTER_ADDRESS, '');
  if (address) {
    if (!responses.has('fetch_page')) return { calls: [{ name: 'fetch_page', args: { url: address } }] };
    return { text: pageText(asObject(responses.get('fetch_page'))) };
  }
  const topic = wordsIn(text)
    .map(({ word }) => word)
    .filter((word) => !FRAME.has(word))
    .join(' ');
  if (topic === '') return { text: 'What shall I look for?' };
  if (!responses.has('cross_reference'))
    return {
      calls: [
        {
          name: 'cross_reference',
          args: { query_artifact: topic.slice(0, 1_000), match_type: 'keyword', top_k: MAX_PASSAGES },
        },
      ],
    };
  return fromLibrary(asObject(responses.get('cross_reference')));
};

function pageText({ error, title, text, url, truncated }: Record<string, unknown>): string {
  if (typeof error === 'string') return error;
  const body = String(text);
  const cut = body.length > PAGE_CHARS || truncated === true;
  return [`${String(title) || 'Without a title'} (${String(url)})`, body.slice(0, PAGE_CHARS) + (cut ? ' …' : '')].join(
    '\n\n',
  );
}

function fromLibrary({ references }: Record<string, unknown>) {
  const found = Array.isArray(references) ? (references as { excerpt?: unknown; source?: unknown }[]) : [];
  if (found.length === 0) return { text: `${NO_WEB} Your library has nothing on this either.` };
  const passages = found.slice(0, MAX_PASSAGES).map(({ excerpt, source }, index) => {
    const { title } = asObject(source);
    return `[^${index + 1}] ${typeof title === 'string' ? `${title}: ` : ''}${String(excerpt).replace(/\s+/g, ' ').trim().slice(0, PASSAGE_CHARS)}`;
  });
  return { text: [`${NO_WEB} From your library:`, ...passages].join('\n\n') };
}
