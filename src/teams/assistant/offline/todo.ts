/** todo_agent without a model: plain commands about lists. Where words fit several items it asks, and never guesses. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { dateWords } from './date-words.ts';
import type { SpecialistRule } from './specialist.ts';
import { clearQuestion, readTodoCommand, type TodoCommand } from './todo-command.ts';
import { readWhen } from './when.ts';
import { capital, counted, joined } from './wording.ts';

type TodoView = { text: string; list: string; due: string | null; priority: string; done: boolean };
type Said = { name: string; result: unknown };
type Moment = { now: Date; timezone: string };

const MAX_SHOWN = 30;
const NO_ALERT = 'I send no alerts: look at your list.';
const TOOL = { complete: 'complete_todo', reopen: 'reopen_todo', remove: 'remove_todo' } as const;
const VERBS = { complete: 'Done', reopen: 'Open again', remove: 'Removed' } as const;

export const TODO_RULE: SpecialistRule = (request) => {
  const { text, lastReply, allResponses } = readConversation(request);
  const command = readTodoCommand(text, lastReply);
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  if (command.kind === 'unclear') return null;
  if (command.kind === 'clear') return clear(command, allResponses);
  // "Delete the dentist" may mean an event: whoever is likely next looks there.
  if (command.kind === 'remove' && !/\blists?\b|todo/i.test(text) && isNowhere(allResponses)) return null;
  return allResponses.length > 0
    ? { text: reply(command, allResponses, moment) }
    : { calls: callsFor(command, moment) };
};

function isNowhere(said: readonly Said[]): boolean {
  return said.length > 0 && said.every(({ result }) => 'error' in asObject(result) && !('which' in asObject(result)));
}

type Direct = Exclude<TodoCommand, { kind: 'unclear' | 'clear' }>;

function callsFor(command: Direct, moment: Moment): { name: string; args: Record<string, unknown> }[] {
  if (command.kind === 'show') return [{ name: 'list_todos', args: listOf(command) }];
  if (command.kind === 'add') {
    const { priority } = command;
    const said = command.due ?? (command.reminds ? command.items.join(', ') : undefined);
    const when = said === undefined ? undefined : readWhen(said, moment);
    const due = when?.date;
    // What is no date belongs to the text: "stand by me".
    const rest = command.due !== undefined && !due ? ` by ${command.due}` : '';
    // An hour stays in the text: an item is due on a day. So does a day in an enumeration, which may belong to one of its items.
    const [, ...others] = command.items;
    const isDay = command.reminds && !command.due && when?.hasDay && !when.time && others.length === 0;
    const texts = isDay && when.rest !== '' ? [when.rest.replace(/ (?:on|by|for)$/, '')] : command.items;
    const items = texts.map((text) => ({
      text: `${text}${rest}`.slice(0, 200),
      ...(due && { due }),
      ...(priority && { priority }),
    }));
    return [{ name: 'add_todo', args: { items, ...listOf(command) } }];
  }
  if (command.kind === 'move')
    return command.items.map((item) => ({ name: 'update_todo', args: { item, move_to: command.to } }));
  if (command.kind === 'due') {
    const due = readWhen(command.due, moment)?.date;
    return command.items.map((item) => ({ name: 'update_todo', args: { item, ...(due && { due }) } }));
  }
  return command.items.map((item) => ({ name: TOOL[command.kind], args: { item, ...listOf(command) } }));
}

function reply(command: Direct, said: readonly Said[], moment: Moment): string {
  const results = said.map(({ result }) => asObject(result));
  const [first = {}] = results;
  if (command.kind === 'show') return shown(first, command.list, moment);
  if (command.kind === 'add') return command.reminds ? `${added(first, moment)} ${NO_ALERT}` : added(first, moment);
  const lines = results.map((result, at) => changed(command, result, command.items[at] ?? '', moment));
  const open = results.findLast(({ open: count }) => typeof count === 'number');
  const list = asObject(open?.todo).list;
  return [...lines, ...(open ? [stillOpen(Number(open.open), String(list))] : [])].join(' ');
}

function added(result: Record<string, unknown>, moment: Moment): string {
  if (typeof result.error === 'string') return result.error;
  const news = todosIn(result.added);
  const known = todosIn(result.already).map(({ text }) => text);
  const due = news[0]?.due ? `, due ${dateWords(news[0].due, moment)}` : '';
  const parts = [
    ...(news.length > 0
      ? [`Added ${joined(news.map(({ text }) => text))} to ${nameOf(String(result.list))}${due}.`]
      : []),
    ...(known.length > 0 ? [`${capital(joined(known))} ${known.length === 1 ? 'was' : 'were'} on it already.`] : []),
    stillOpen(Number(result.open), String(result.list)),
  ];
  return parts.join(' ');
}

function shown(result: Record<string, unknown>, list: string | undefined, moment: Moment): string {
  const items = todosIn(result.items);
  if (items.length === 0) return list ? `Nothing is open on your ${list} list.` : 'Nothing is open on your lists.';
  const names = [...new Set(items.map((item) => item.list))];
  const line = ({ text, due, priority }: TodoView) =>
    `- ${text}${due ? ` (due ${dateWords(due, moment)})` : ''}${priority === 'high' ? ' (urgent)' : ''}`;
  const blocks = names.map((name) => {
    const own = items.filter((item) => item.list === name);
    const head = `${counted(own.length, 'item')} ${own.length === 1 ? 'is' : 'are'} open on ${nameOf(name)}:`;
    return [capital(head), ...own.slice(0, MAX_SHOWN).map(line)].join('\n');
  });
  return blocks.join('\n');
}

function changed(
  command: Exclude<Direct, { kind: 'add' | 'show' }>,
  result: Record<string, unknown>,
  item: string,
  moment: Moment,
): string {
  const which = todosIn(result.which);
  if (which.length > 0) return `Which one do you mean: ${joined(which.map(withList), 'or')}?`;
  if (typeof result.error === 'string') return `I do not find ${item} on your lists.`;
  const todo = asObject(result.todo) as TodoView;
  const was = asObject(result.was) as TodoView;
  if (command.kind === 'move') return `Moved ${todo.text} to ${nameOf(todo.list)}.`;
  if (command.kind === 'due')
    return todo.due ? `${capital(todo.text)} is due ${dateWords(todo.due, moment)}.` : 'I do not understand that date.';
  if (command.kind === 'complete' && was.done) return `${capital(todo.text)} was done already.`;
  if (command.kind === 'reopen' && !was.done) return `${capital(todo.text)} is open already.`;
  return `${VERBS[command.kind]}: ${todo.text}.`;
}

/** Open items are removed only after a yes; the question says how many. */
function clear(command: Extract<TodoCommand, { kind: 'clear' }>, said: readonly Said[]): RuleAnswer {
  const { which, list, confirmed } = command;
  const cleared = said.find(({ name }) => name === 'clear_todos');
  if (cleared) {
    const { removed } = asObject(cleared.result);
    const rest = which === 'done' ? 'done ' : '';
    return {
      text:
        Number(removed) === 0 ? 'There was nothing to clear.' : `Cleared ${counted(Number(removed), `${rest}item`)}.`,
    };
  }
  if (confirmed) return { calls: [{ name: 'clear_todos', args: { which, ...listOf(command) } }] };
  const looked = said.find(({ name }) => name === 'list_todos');
  if (!looked) return { calls: [{ name: 'list_todos', args: { list: list ?? 'todo' } }] };
  const open = Number(asObject(looked.result).open);
  if (open === 0) return { calls: [{ name: 'clear_todos', args: { which: 'all', ...listOf(command) } }] };
  return { text: clearQuestion(list, counted(open, 'open item')) };
}

function withList({ text, list }: TodoView): string {
  return `${text} (${list})`;
}

function listOf({ list }: { list?: string }): { list?: string } {
  return list === undefined ? {} : { list };
}

function nameOf(list: string): string {
  return list === 'todo' ? 'your list' : `your ${list} list`;
}

function stillOpen(open: number, list: string): string {
  if (open === 0) return `Nothing is open on ${nameOf(list)}.`;
  return `${capital(counted(open, 'item'))} ${open === 1 ? 'is' : 'are'} open.`;
}

function todosIn(value: unknown): TodoView[] {
  return Array.isArray(value) ? (value as TodoView[]) : [];
}
