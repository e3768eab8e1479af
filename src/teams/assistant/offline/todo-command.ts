/** What a sentence wants of a todo list. */
import { commandIn } from './wording.ts';

export type TodoCommand =
  /** `reminds`: the user expects to be told, which a list does not do. */
  | { kind: 'add'; items: string[]; list?: string; due?: string; priority?: 'high'; reminds?: true }
  | { kind: 'show'; list?: string; done: boolean }
  | { kind: 'complete' | 'reopen' | 'remove'; items: string[]; list?: string }
  | { kind: 'clear'; list?: string; which: 'done' | 'all'; confirmed: boolean }
  | { kind: 'move'; items: string[]; to: string }
  | { kind: 'due'; items: string[]; due: string }
  | { kind: 'unclear' };

const LIST = "(?:(?:my|the|our) )?(?:([\\w' -]{1,40}?) )?(?:lists?|to-?do list|to-?dos|todos)";
const ON_LIST = new RegExp(`^(.{1,400}?) (?:to|on|onto|in|from|off|of) ${LIST}$`, 'i');
const ADD = /^(?:add|put|append|write|note)(?: down)? (.{1,500})$/i;
const ADD_NAMED = /^(?:new |add a )?(?:to-?do|task)[: ]{1,2}(.{1,400})$/i;
const NEED = /^(?:i|we) (?:need|have|must|should)(?: to)? (.{1,400})$/i;
const REMIND = /^remind me to (.{1,400})$/i;
const SHOW = new RegExp(
  `^(?:what(?:'s| is| are)? (?:still )?(?:on|in)|show(?: me)?|read(?: me)?|list|open)(?: all)? ${LIST}\\??$`,
  'i',
);
const SHOW_DUTIES = /^what (?:do i|should i|must i|have i got to)(?: still)?(?: have to| need to)? (?:do|buy|get)\b/i;
const DONE = new RegExp(
  [
    "^(?:(?:i am|i'm|we are|we're) )?(?:done|finished|ready) with (.{1,300})$",
    "^(?:i|we)(?:'ve| have)?(?: just)? (?:bought|got|did|done|finished|completed|picked up) (.{1,300})$",
    '^(?:mark|tick|check|cross)(?: off)? (.{1,300}?)(?: as done| off| as finished| as complete[d]?)?$',
    '^(.{1,300}) (?:is|are) (?:done|finished|bought)$',
    '^complete (.{1,300})$',
  ].join('|'),
  'i',
);
const REMOVE = /^(?:remove|delete|drop|take|scratch|strike) (.{1,300})$/i;
const REOPEN = /^(?:reopen|undo|uncheck|untick|put back) (.{1,300})$|^(.{1,300}) (?:is|are) not (?:done|finished)$/i;
const CLEAR = new RegExp(
  `^(yes,? )?(?:clear|empty|wipe|delete|remove) ((?:all|everything)(?: items| things)?(?: (?:of|on|from|off|in))? )?${LIST}$`,
  'i',
);
/** "Delete the dentist from my list" is about the dentist, and no list is called "the dentist from". */
const NO_LIST_NAME = /(?:^| )(?:from|off|on|of|in)(?: |$)/i;
const CLEAR_DONE =
  /^(?:clear|remove|delete) (?:all )?(?:the )?(?:done|finished|completed) (?:ones|items|things|todos)(?: (?:from|on|off) .{1,60})?$/i;
const MOVE = new RegExp(`^move (.{1,300}?) to ${LIST}$`, 'i');
const DUE = /^(.{1,300}?) (?:is|are) due (?:on |by )?(.{1,60})$/i;
const DUE_IN_ITEM = /^(.{1,300}?)(?:,)? (?:by|due(?: on| by)?|until|before) (.{1,60})$/i;
const URGENT = /\b(?:urgent(?:ly)?|important|high priority|asap)\b/i;
/** A sentence with one of these is one thing to do: "call mum and dad" is not two. */
const VERBS = [
  'ask book bring build buy call cancel check clean collect cook email fetch find finish fix get give go help invite mail make meet',
  'order pack pay phone pick plan prepare print read renew repair reply return send sign talk tell visit wash water write',
];
const VERB = new RegExp(`^(?:${VERBS.join(' ').replaceAll(' ', '|')})\\b`, 'i');
const AND = / and | & /;
const YES = /^(?:yes|yes please|yep|yeah|sure|do it|go ahead|ok|okay)$/i;

/** `lastReply`: what the assistant asked before a bare yes. */
export function readTodoCommand(text: string, lastReply: string): TodoCommand {
  const command = readCommand(commandIn(text), lastReply);
  // A lone quotation mark names nothing.
  return 'items' in command && command.items.length === 0 ? { kind: 'unclear' } : command;
}

function readCommand(command: string, lastReply: string): TodoCommand {
  const asked = CLEAR_QUESTION.exec(lastReply);
  if (asked && YES.test(command)) return { kind: 'clear', which: 'all', confirmed: true, ...listNamed(asked[1]) };
  if (CLEAR_DONE.test(command)) return { kind: 'clear', which: 'done', confirmed: true };
  const clear = CLEAR.exec(command);
  if (clear && !NO_LIST_NAME.test(clear[3] ?? ''))
    return { kind: 'clear', which: 'all', confirmed: clear[1] !== undefined, ...listNamed(clear[3]) };
  const show = SHOW.exec(command);
  if (show) return { kind: 'show', done: false, ...listNamed(show[1]) };
  if (SHOW_DUTIES.test(command)) return { kind: 'show', done: false };
  const move = MOVE.exec(command);
  if (move) return { kind: 'move', items: split(move[1]), to: move[2] ?? '' };
  const due = DUE.exec(command);
  if (due) return { kind: 'due', items: split(due[1]), due: due[2] ?? '' };
  return (
    changeIn('reopen', REOPEN, command) ??
    changeIn('complete', DONE, command) ??
    changeIn('remove', REMOVE, command) ??
    addIn(command) ?? { kind: 'unclear' }
  );
}

/** The question that a yes answers; the rule asks it in these words. */
export function clearQuestion(list: string | undefined, count: string): string {
  return `That removes ${count} from ${list ? `your ${list} list` : 'your list'}. Shall I clear it? Say yes to go on.`;
}
const CLEAR_QUESTION = /^That removes .{1,60} from your (?:(.{1,40}) )?list\. Shall I clear it\?/;

function changeIn(kind: 'complete' | 'reopen' | 'remove', pattern: RegExp, command: string): TodoCommand | null {
  const said = pattern.exec(command)?.slice(1).find(Boolean);
  if (!said) return null;
  const { what, ...list } = withoutList(said);
  return { kind, items: split(what), ...list };
}

function addIn(command: string): TodoCommand | null {
  const said = [ADD, ADD_NAMED, REMIND, NEED].map((pattern) => pattern.exec(command)?.[1]).find(Boolean);
  if (!said) return null;
  const { what, ...list } = withoutList(said);
  const due = DUE_IN_ITEM.exec(what);
  const items = split((due?.[1] ?? what).replace(URGENT, '').replace(/[ ,:-]{1,3}$/, ''));
  return {
    kind: 'add',
    items,
    ...list,
    ...(due?.[2] && { due: due[2] }),
    ...(REMIND.test(command) && { reminds: true as const }),
    ...(URGENT.test(what) && { priority: 'high' as const }),
  };
}

function withoutList(said: string): { what: string; list?: string } {
  const named = ON_LIST.exec(said);
  return named ? { what: named[1] ?? said, ...listNamed(named[2]) } : { what: said };
}

function listNamed(name: string | undefined): { list?: string } {
  const plain = name?.trim().replace(/^(?:my|the|our) ?/i, '') ?? '';
  return plain === '' || /^to-?do$/i.test(plain) ? {} : { list: plain };
}

/** "milk, eggs and bread" are three things. */
function split(said: string | undefined): string[] {
  const parts = (said ?? '').split(',').flatMap((part) => (VERB.test(part.trim()) ? [part] : part.split(AND)));
  const plain = parts.map((part) =>
    part
      .trim()
      .replace(/^and /i, '')
      .replace(/^(?:the|a|an|some|my) /i, '')
      .replace(/^["']|["']$/g, '')
      .trim(),
  );
  return plain.filter(Boolean).slice(0, 50);
}
