/** What Beto says itself: greetings, thanks, farewells, the date and the time, and what it can do. */
import { wallAt } from '../calendar/zones.ts';
import { wordsIn } from './command.ts';
import { fullDate, type Moment } from './date-words.ts';

/** All words of small talk are from these; anything else is a wish. */
const GREETING = words('hi hello hey hallo hola greetings good morning afternoon evening day');
const THANKS = words('thanks thank thx ty cheers great perfect super nice cool awesome appreciated');
const FAREWELL = words('bye goodbye night later cya');
const FILLERS = words(
  'beto you so much very a lot and ok okay for that it there is all see tomorrow soon many the to i my friend well done',
);
const WELFARE = /^how (?:are|is) (?:you|it|things)\b/;
const WHO = /^(?:who|what) are you\b|^what is your name\b|^who is (?:this|beto)\b/;
const HELP =
  /^(?:help|menu)$|^what (?:can|could|do) you (?:do|help)\b|^how (?:can|do) (?:you|i) (?:help|use)\b|^what (?:are|is) (?:you able|possible)\b/;

/** "Stop", "no", "never mind": nothing is to be done. */
const STOP = words('stop cancel quit abort enough no nope never mind nevermind nothing wait');
const CLOCK = words('time date day weekday');
const CLOCK_FILLERS = words('what which is the it today now current right of at do we have tell me please beto');

const MAX_WORDS = 10;

export const ABILITIES = [
  '- lists: "add milk to my list", "what is on my list?"',
  '- calendar: "what is on Friday?", "add dentist on Tuesday at 3pm"',
  '- memory: "remember that my locker is 12", "what is my locker?"',
  '- files: "save a note called ideas.md: …", "list my files"',
  '- home: "turn on the kitchen light", "set the thermostat to 21"',
  '- code: "run this code: …", "review this code: …", "what is 17 * 23?"',
  '- design and research: "plan a …", "search the web for …", or the address of a page',
].join('\n');

const CAN = `This is what I can do:\n${ABILITIES}`;

export function smallTalk(text: string, moment: Moment): string | null {
  const said = wordsIn(text.slice(0, 200)).map(({ word }) => word);
  const line = said.join(' ');
  if (HELP.test(line)) return CAN;
  if (WHO.test(line)) return `I am Beto. I pass your wishes on to the agent that can do them. ${CAN}`;
  if (WELFARE.test(line) && said.length <= MAX_WORDS) return 'All is well, thank you. What can I do for you?';
  if (said.length === 0) return `I see no words in this. ${CAN}`;
  if (said.length > MAX_WORDS || text.length > 200) return null;
  const has = (known: ReadonlySet<string>) => said.some((word) => known.has(word));
  if (has(CLOCK) && said.every((word) => CLOCK.has(word) || CLOCK_FILLERS.has(word))) return clock(moment);
  if (has(STOP) && said.every((word) => STOP.has(word) || FILLERS.has(word))) return 'All right. Nothing is changed.';
  const every = said.every((word) => [GREETING, THANKS, FAREWELL, FILLERS].some((known) => known.has(word)));
  if (!every) return null;
  if (has(FAREWELL)) return 'Goodbye. I am here when you need something.';
  if (has(GREETING)) return 'Hello. What can I do for you?';
  return has(THANKS) ? 'You are welcome.' : null;
}

/** `wish` where the message has others besides. */
export function notUnderstood(wish?: string): string {
  const what = wish ? `"${wish.slice(0, 200)}"` : 'that';
  return `Sorry, I cannot do ${what}. Without a language model I understand plain commands in English. ${CAN}`;
}

function clock({ now, timezone }: Moment): string {
  const wall = new Date(wallAt(now.getTime(), timezone)).toISOString();
  return `It is ${wall.slice(11, 16)} on ${fullDate(wall.slice(0, 10))} (${timezone}).`;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
