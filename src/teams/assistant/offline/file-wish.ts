/** What a sentence wants of the user's files: which file, and what to write into it or look for. */
import { readCommand } from './command.ts';

export type FileWish =
  | { kind: 'write' | 'append'; path: string; content: string }
  | { kind: 'read'; path: string }
  | { kind: 'list' }
  | { kind: 'search'; query: string }
  | { kind: 'delete' }
  /** Something is missing that only the user knows. */
  | { kind: 'ask'; question: string };

const WRITE: ReadonlySet<string> = new Set(['save', 'write', 'create', 'make', 'put', 'store']);
const APPEND: ReadonlySet<string> = new Set(['append', 'add']);
const READ: ReadonlySet<string> = new Set(['read', 'open', 'show', 'print', 'display', 'get', 'what']);
const SEARCH: ReadonlySet<string> = new Set(['search', 'find', 'look', 'grep']);
const DELETE: ReadonlySet<string> = new Set(['delete', 'remove', 'erase']);
const FILES: ReadonlySet<string> = new Set([
  'file',
  'files',
  'folder',
  'folders',
  'directory',
  'workspace',
  'documents',
]);

const PATH = /^[\p{L}\p{N}_][\p{L}\p{N}_./-]{0,250}\.[a-z0-9]{1,5}$/iu;
const NAMED: ReadonlySet<string> = new Set(['called', 'named', 'titled']);
const INTO: ReadonlySet<string> = new Set(['to', 'into', 'in', 'as', 'onto', 'from']);
/** What may stand between the verb and what is written, or before a name. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an the new my file note text document this that me it down in to into as of called named titled with saying containing'.split(
    ' ',
  ),
);
const OWN: ReadonlySet<string> = new Set(['my', 'our', 'all', 'the']);
const QUOTED = /["“«]([^"“”«»]{1,20000})["”»]/;

export function readFileWish(text: string): FileWish | null {
  const { frame, frameEnd } = readCommand(text);
  const head = frame[0]?.word ?? '';
  const about = frame.some(({ word }) => FILES.has(word));
  const { path, content, rest } = partsOf(text, frameEnd);
  if (SEARCH.has(head)) return searchOf(text, about, content);
  if (DELETE.has(head)) return about || path ? { kind: 'delete' } : null;
  if (APPEND.has(head) && path) return written('append', path, content ?? rest);
  if (WRITE.has(head)) {
    if (path) return written('write', path, content ?? rest);
    if (!about && !frame.some(({ word }) => word === 'note' || word === 'document')) return null;
    return content ? { kind: 'ask', question: 'Under which name shall I save it?' } : null;
  }
  if (READ.has(head) && path) return { kind: 'read', path };
  return about ? { kind: 'list' } : null;
}

function written(kind: 'write' | 'append', path: string, content: string): FileWish {
  return content === '' ? { kind: 'ask', question: `What shall I write into ${path}?` } : { kind, path, content };
}

/** `content`: in quotes or after the colon. `rest`: the words that are neither verb nor name. */
function partsOf(text: string, frameEnd: number): { path: string; content?: string; rest: string } {
  const quoted = QUOTED.exec(text);
  const colon = text[frameEnd] === ':' ? text.slice(frameEnd + 1).trim() : undefined;
  const content = colon ?? quoted?.[1];
  const outside = colon === undefined && quoted ? text.replace(quoted[0], ' ') : text.slice(0, frameEnd);
  const tokens = outside.split(/\s+/).filter(Boolean).slice(0, 400);
  const at = nameAt(tokens);
  const name = tokens
    .slice(at.from, at.to)
    .join(' ')
    .replace(/[,;:!?]{1,8}$/, '');
  const others = [...tokens.slice(1, at.from), ...tokens.slice(at.to)];
  while (others.length > 0 && FILLERS.has((others.at(-1) ?? '').toLowerCase())) others.pop();
  while (others.length > 0 && FILLERS.has((others[0] ?? '').toLowerCase())) others.shift();
  const path = name === '' || PATH.test(name) ? name : `${name}.md`;
  return { path, ...(content !== undefined && { content }), rest: others.join(' ') };
}

/** The name of a file among the words: what follows "called", or looks like a file name. */
function nameAt(tokens: readonly string[]): { from: number; to: number } {
  const clean = tokens.map((token) => token.replace(/[,;:!?]{1,8}$/, '').toLowerCase());
  const called = clean.findIndex((token) => NAMED.has(token));
  if (called >= 0) {
    const to = clean.findIndex(
      (token, index) => index > called + 1 && ['with', 'saying', 'containing'].includes(token),
    );
    return { from: called + 1, to: to < 0 ? tokens.length : to };
  }
  const looks = clean.findIndex((token) => PATH.test(token));
  if (looks >= 0) return { from: looks, to: looks + 1 };
  // "Append tea to shopping": one plain word after the last preposition.
  const last = tokens.length - 1;
  const isName =
    last > 1 && INTO.has(clean[last - 1] ?? '') && !FILES.has(clean[last] ?? '') && /^append$/.test(clean[0] ?? '');
  return isName ? { from: last, to: last + 1 } : { from: tokens.length, to: tokens.length };
}

function searchOf(text: string, about: boolean, content: string | undefined): FileWish | null {
  if (!about) return null;
  const tokens = text.split(/\s+/).filter(Boolean);
  const low = tokens.map((token) => token.toLowerCase());
  const after = low.indexOf('for');
  const inFiles = low.findIndex((token, index) => token === 'in' && low.slice(index).some((one) => FILES.has(one)));
  const words =
    after > 0 && after > inFiles ? tokens.slice(after + 1) : tokens.slice(1, inFiles > 0 ? inFiles : undefined);
  const query =
    content ?? words.filter((word) => !FILES.has(word.toLowerCase()) && !OWN.has(word.toLowerCase())).join(' ');
  return query.length < 2
    ? { kind: 'ask', question: 'What shall I look for?' }
    : { kind: 'search', query: query.slice(0, 200) };
}
