/**
 * ResearchAgent without a model, the same way every time: look what is on file, search, tell new from known, write evidence and
 * report, keep watch if asked, and report what is new. It quotes and cites; it concludes nothing that no source says.
 */
import { findTerms } from '../../../clinical/index.ts';
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { identityOf, SearchResult } from '../search/search.ts';
import { evidenceFile, reportFile, strongestFirst } from './report-file.ts';
import { reportMessage } from './report-message.ts';
import { contentWords, readWish } from './wish.ts';

const SEEN = 'tracking/seen.json';
const MAX_SEEN = 200;
const PER_QUERY = 15;

type Call = { name: string; args: Record<string, unknown> };

export const research: Rule = (request) => {
  const { text, responses, allResponses } = readConversation(request);
  const state = request.context.state;
  if (state['temp:origin'] === 'decision') return { text: `Noted: ${text}` };
  if (state['temp:origin'] === 'mail') return aboutAnswer(text, responses.has('send_message'));
  const task = taskOf(text, String(state['temp:agent_description'] ?? ''));
  if (!responses.has('web_search')) return { calls: look(task) };

  const day = request.context.now.slice(0, 10);
  const known = seenIn(responses.get('read_file'));
  const searches = allResponses.filter(({ name }) => name === 'web_search').map(({ result }) => asObject(result));
  const fresh = freshIn(searches, known, task);
  const file = `reports/${slug(task.topic)}.md`;
  const notes = textsOf(searches, 'notes');
  const next = task.watch ? `look again ${task.watch}` : null;

  if (!responses.has('write_file') && !responses.has('append_file')) {
    const watch = watchCall(task, responses.get('list_triggers'));
    if (fresh.length === 0)
      return {
        calls: [{ name: 'append_file', args: { path: 'notes/log.md', content: `${day}: nothing new.\n` } }, ...watch],
      };
    const searched = textsOf(searches, 'searched');
    const failed = searches.flatMap(({ failed: names }) => (Array.isArray(names) ? names : [])) as {
      source: string;
      reason: string;
    }[];
    const synthesis = {
      topic: task.topic,
      day,
      searched,
      failed: once(failed),
      notes,
      fresh,
      known,
      requirements: task.requirements,
    };
    return {
      calls: [
        write(`evidence/${day}-${slug(task.topic)}.md`, evidenceFile(task.topic, day, fresh)),
        write(file, reportFile(synthesis)),
        write(SEEN, `${JSON.stringify([...fresh, ...known].slice(0, MAX_SEEN), null, 1)}\n`),
        ...watch,
      ],
    };
  }
  // A scheduled search that found nothing new sends no message.
  const quiet = fresh.length === 0 && state['temp:origin'] === 'trigger';
  if (quiet) return { text: `Looked on ${day}: nothing new about ${task.topic}.` };
  if (!responses.has('send_message')) {
    const message = reportMessage({ topic: task.topic, fresh, known: known.length, reportFile: file, notes, next });
    return { calls: [{ name: 'send_message', args: { message } }] };
  }
  return { text: `Looked on ${day}: ${fresh.length} new about ${task.topic}; the report is in ${file}.` };
};

/** An expert's answer is passed on whole, not summarised. */
function aboutAnswer(text: string, told: boolean): RuleAnswer {
  if (told) return { text: `Passed on: ${text}` };
  return { calls: [{ name: 'send_message', args: { message: `Summary: ${text}\nNext: none` } }] };
}

type Task = { topic: string; queries: string[]; watch: string | null; requirements: string[]; since?: string };

/** The agent's topic was set when it was created; the current message narrows or widens the search. */
function taskOf(text: string, description: string): Task {
  const told = text.replace(/^The user asks: /, '').replace(/^A trigger of yours \(.*?\) has fired: /, '');
  const wish = readWish(told);
  const own = /^Follows (.+?)\.?$/.exec(description)?.[1];
  const topic = own ?? wish?.topic ?? description;
  const names = findTerms(topic).map(({ term }) => term.name);
  const queries = [topic, names.join(' '), wish && wish.topic !== topic ? wish.topic : ''].filter(Boolean);
  const since = /\b(?:since|after|from) ((?:19|20)\d{2})\b/i.exec(told)?.[1];
  return {
    topic,
    queries: [...new Set(queries)].slice(0, 3),
    watch: wish?.watch ?? null,
    requirements: wish?.requirements ?? [],
    ...(since && { since }),
  };
}

function look({ queries, since }: Task): Call[] {
  return [
    { name: 'read_file', args: { path: SEEN } },
    { name: 'list_triggers', args: {} },
    ...queries.map((query) => ({ name: 'web_search', args: { query, limit: PER_QUERY, ...(since && { since }) } })),
  ];
}

function seenIn(result: unknown): SearchResult[] {
  const { content } = asObject(result);
  if (typeof content !== 'string') return [];
  try {
    return SearchResult.array().parse(JSON.parse(content));
  } catch {
    return [];
  }
}

function freshIn(searches: Record<string, unknown>[], known: readonly SearchResult[], task: Task): SearchResult[] {
  const seen = new Set(known.map(identityOf));
  const found = new Map<string, SearchResult>();
  for (const { results } of searches) {
    for (const result of SearchResult.array().catch([]).parse(results)) {
      const id = identityOf(result);
      if (!seen.has(id) && !found.has(id) && isAbout(result, task)) found.set(id, result);
    }
  }
  return strongestFirst([...found.values()]);
}

/** A search also returns works that only share a word; the report keeps those that share the topic. */
function isAbout({ title, snippet }: SearchResult, { topic }: Task): boolean {
  const text = `${title} ${snippet}`;
  const wanted = new Set(findTerms(topic).map(({ term }) => term.name));
  if (wanted.size > 0) {
    const named = new Set(findTerms(text).map(({ term }) => term.name));
    if ([...wanted].every((name) => named.has(name))) return true;
  }
  const words = contentWords(topic);
  const low = text.toLowerCase();
  return words.length > 0 && words.filter((word) => low.includes(word)).length / words.length > 0.6;
}

/** The texts of one field of all answers, each once. */
function textsOf(searches: Record<string, unknown>[], field: 'searched' | 'notes'): string[] {
  return [...new Set(searches.flatMap((answer) => (Array.isArray(answer[field]) ? answer[field] : [])))] as string[];
}

function watchCall({ watch, topic }: Task, result: unknown): Call[] {
  if (!watch) return [];
  const { triggers } = asObject(result);
  const there = Array.isArray(triggers) && triggers.some((trigger) => asObject(trigger).schedule === watch);
  return there
    ? []
    : [{ name: 'create_trigger', args: { schedule: watch, instruction: `Look for anything new about ${topic}.` } }];
}

function once(failed: { source: string; reason: string }[]): { source: string; reason: string }[] {
  return [...new Map(failed.map((failure) => [failure.source, failure])).values()];
}

function write(path: string, content: string): Call {
  return { name: 'write_file', args: { path, content } };
}

function slug(topic: string): string {
  return (
    topic
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'topic'
  );
}
