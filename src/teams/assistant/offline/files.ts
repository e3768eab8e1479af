/** filesystem_agent without a model: plain commands over the user's files. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { type FileWish, readFileWish } from './file-wish.ts';
import type { SpecialistRule } from './specialist.ts';

const MAX_LISTED = 50;
const TOOLS = {
  write: 'write_file',
  append: 'append_file',
  read: 'read_file',
  list: 'list_files',
  search: 'search_files',
} as const;

export const FILES_RULE: SpecialistRule = (request) => {
  const { written, responses } = readConversation(request);
  const wish = readFileWish(written);
  if (!wish) return null;
  if (wish.kind === 'ask') return { text: wish.question };
  if (wish.kind === 'delete')
    return { text: 'Files cannot be deleted here: a change makes a new version, and the old ones are kept.' };
  const tool = TOOLS[wish.kind];
  if (!responses.has(tool)) return call(tool, wish);
  const result = asObject(responses.get(tool));
  return { text: typeof result.error === 'string' ? result.error : words(wish, result) };
};

function call(name: string, { kind, ...args }: Exclude<FileWish, { kind: 'ask' | 'delete' }>): RuleAnswer {
  return { calls: [{ name, args }] };
}

function words({ kind }: FileWish, result: Record<string, unknown>): string {
  switch (kind) {
    case 'write':
      return Number(result.version) > 1
        ? `Saved ${String(result.path)} (version ${String(result.version)}).`
        : `Saved ${String(result.path)}.`;
    case 'append':
      return `Added it to ${String(result.path)}.`;
    case 'read':
      return `${String(result.path)}:\n\n${String(result.content)}${result.next_offset ? '\n\n(The file is longer than this.)' : ''}`;
    case 'search':
      return found(listOf(result.matches));
    default:
      return listed(listOf(result.files), Number(result.more ?? 0));
  }
}

function listed(files: readonly Record<string, unknown>[], more: number): string {
  if (files.length === 0) return 'You have no files yet.';
  const lines = files.slice(0, MAX_LISTED).map(({ path, bytes }) => `- ${String(path)} (${String(bytes)} bytes)`);
  const left = files.length - lines.length + more;
  return [
    `You have ${files.length + more} ${files.length + more === 1 ? 'file' : 'files'}:`,
    ...lines,
    ...(left > 0 ? [`… and ${left} more.`] : []),
  ].join('\n');
}

function found(matches: readonly Record<string, unknown>[]): string {
  if (matches.length === 0) return 'No file has these words in one line.';
  return matches
    .slice(0, MAX_LISTED)
    .map(({ path, line, excerpt }) => `- ${String(path)}, line ${String(line)}: ${String(excerpt)}`)
    .join('\n');
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}
