/**
 * memory_agent without a model: remembers what it is told, answers from the notes word for word, and forgets one note at a time. A note
 * that says something else about the same thing takes the place of the old one.
 */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { sameness, stemsOf } from '../store/words.ts';
import type { SpecialistRule } from './specialist.ts';
import { capital, commandIn, counted, toYou } from './wording.ts';

type NoteView = { note_id: string; text: string };

const REMEMBER =
  /^(?:remember|note|memori[sz]e|keep in mind|make a note|save|don't forget)(?: down)?(?: that)?[:,]? (.{1,1000})$/i;
/** A note must be understood on its own. */
const POINTS_BACK = /^(?:this|that|it|these|those|them)$/i;
const FORGET = /^(?:forget|delete|erase|remove)(?: the note)?(?: about| that)? (.{1,300})$/i;
const EVERYTHING = /^(?:everything|all(?: of it| my notes| notes)?|it all)\b/i;
const ALL_NOTES =
  /^(?:what do you (?:know|remember)(?: about me)?|what have you (?:noted|remembered)(?: about me)?|(?:list|show)(?: me)?(?: all)?(?: my| the| your)? notes)\??$/i;
/** What a question has besides its subject. */
const ASKING =
  /\b(?:what(?:'s|s)?|where(?:'s)?|when(?:'s)?|who(?:'s)?|which|how|why|tell me|do you (?:know|remember)|remind me|again|did i (?:say|tell you))\b/gi;
const IS = / (?:is|are|was|=) /i;

export const MEMORY_RULE: SpecialistRule = (request) => {
  const { text, responses } = readConversation(request);
  const command = commandIn(text);
  if (ALL_NOTES.test(command)) return allNotes(responses);
  const told = REMEMBER.exec(command)?.[1];
  if (told && POINTS_BACK.test(told))
    return { text: 'What shall I remember? Say it in one sentence: "remember that …".' };
  if (told) return remember(told, responses);
  const unwanted = FORGET.exec(command)?.[1];
  if (unwanted) return forget(unwanted, responses);
  return answer(command, responses);
};

type Responses = ReadonlyMap<string, unknown>;

function allNotes(responses: Responses): RuleAnswer {
  if (!responses.has('list_notes')) return call('list_notes', { limit: 50 });
  const { total } = asObject(responses.get('list_notes'));
  const notes = notesIn(responses.get('list_notes'));
  if (notes.length === 0) return { text: 'I have no notes about you yet. Say "remember that …" and I will keep it.' };
  const more = Number(total) > notes.length ? [`… and ${Number(total) - notes.length} more.`] : [];
  return { text: [`I have ${counted(Number(total), 'note')} about you:`, ...notes.map(line), ...more].join('\n') };
}

function remember(told: string, responses: Responses): RuleAnswer {
  const done = responses.get('remember_note') ?? responses.get('update_note');
  if (done) return { text: remembered(asObject(done), told) };
  const subject = subjectOf(told);
  if (!subject) return call('remember_note', { text: told });
  if (!responses.has('search_notes')) return call('search_notes', { query: subject.slice(0, 300) });
  const known = notesIn(responses.get('search_notes')).filter(({ text }) => isAbout(text, subject));
  const [only] = known;
  if (known.length === 1 && only && sameness(only.text) !== sameness(told))
    return call('update_note', { note_id: only.note_id, text: told });
  return call('remember_note', { text: told });
}

function remembered(done: Record<string, unknown>, told: string): string {
  if (typeof done.error === 'string') return done.error;
  if (done.status === 'already known') return `I know that already: ${toYou(told)}.`;
  return `Noted: ${toYou(told)}.`;
}

function forget(unwanted: string, responses: Responses): RuleAnswer {
  if (EVERYTHING.test(unwanted))
    return { text: 'I forget one note at a time. Ask "what do you know about me?" and tell me which ones to forget.' };
  if (responses.has('forget_note')) {
    const { forgotten, error } = asObject(responses.get('forget_note'));
    return { text: forgotten ? `Forgotten: ${toYou(String(asObject(forgotten).text))}.` : String(error) };
  }
  if (!responses.has('search_notes')) return call('search_notes', { query: unwanted });
  const meant = notesIn(responses.get('search_notes')).filter(({ text }) => hasAll(text, unwanted));
  const [only, ...others] = meant;
  if (!only) return { text: `I have no note about ${toYou(unwanted)}.` };
  if (others.length > 0) return { text: ['Which one shall I forget?', ...meant.map(line)].join('\n') };
  return call('forget_note', { note_id: only.note_id });
}

function answer(question: string, responses: Responses): RuleAnswer | null {
  const subject = question.replace(ASKING, ' ').replaceAll('?', ' ').trim();
  if (stemsOf(subject).length === 0) return null;
  if (!responses.has('search_notes')) return call('search_notes', { query: subject.slice(0, 300) });
  const found = notesIn(responses.get('search_notes'));
  const exact = found.filter(({ text }) => hasAll(text, subject));
  const [only] = exact;
  if (only && exact.length === 1) return { text: sentence(only.text) };
  if (only) return { text: ['I have noted:', ...exact.map(line)].join('\n') };
  if (found.length === 0) return { text: 'I have no note about that.' };
  return { text: ['I have no note about exactly that. The nearest:', ...found.slice(0, 3).map(line)].join('\n') };
}

/** "my locker code" of "my locker code is 4711". */
function subjectOf(told: string): string | null {
  const at = IS.exec(told);
  const subject = at ? told.slice(0, at.index) : '';
  // "I", "it" and "she" are no subjects to find a note by.
  return /\b(?:my|our|the|'s)\b|'s /i.test(subject) && stemsOf(subject).length > 0 ? subject : null;
}

function isAbout(note: string, subject: string): boolean {
  const own = subjectOf(note);
  return own !== null && sameness(own) === sameness(subject);
}

function hasAll(note: string, words: string): boolean {
  const stems = new Set(stemsOf(note));
  return stemsOf(words).every((stem) => stems.has(stem));
}

function notesIn(result: unknown): NoteView[] {
  const { notes } = asObject(result);
  return Array.isArray(notes) ? (notes as NoteView[]) : [];
}

function line({ text }: NoteView): string {
  return `- ${toYou(text)}`;
}

function sentence(text: string): string {
  const said = capital(toYou(text));
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

function call(name: string, args: Record<string, unknown>): RuleAnswer {
  return { calls: [{ name, args }] };
}
