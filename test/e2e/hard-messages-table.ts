/** Makes docs/hard-messages.md from a run of the hard messages, so that the table shows the real behaviour. */
import type { TurnView } from '../../producers/turns/turn-view.ts';
import type { Fact } from '../../src/record/fact.ts';
import type { HardMessage } from './hard-messages-cases.ts';

export type Done = { message: HardMessage; turn: TurnView; family: readonly string[] };

/** A reply is cut at the end of a line once it is this long; the test checks the whole reply. */
const MAX_CHARS = 620;

const INTRODUCTION = `# Twenty hard messages

What people write is long, mixed, mistyped and half about somebody else. These are twenty messages of our own, sent over HTTP to a whole fleet without a model: what was filed, and what was answered. \`test/e2e/hard-messages.test.ts\` asserts the essentials, and that every fact stands where its evidence says; with \`DOCS=write\` in front of \`npx vitest run test/e2e/hard-messages.test.ts\` it writes this page again.`;

export function hardMessagesPage(done: readonly Done[], on: string): string {
  const rows = done.map(({ message, turn, family }, index) => {
    const said = [...(message.before ?? []).map((text) => `*Before:* ${text}`), message.text].join('\n');
    const flags = turn.red_flags.map((flag) => `red flag: ${flag.family.replaceAll('_', ' ')}`);
    const filed = [
      ...flags,
      ...turn.facts.flatMap((fact) => (fact.kind === 'family_history' ? [] : [factWords(fact, message.timezone)])),
      ...family,
    ];
    return `| ${index + 1} | **${message.hard}**<br>${cell(said)} | ${cell(filed.join('\n') || 'nothing')} | ${cell(shortened(turn.reply ?? ''))} |`;
  });
  return `${INTRODUCTION}

Made on ${on}; dates count from there. A reply that ends with … goes on.

| | message | filed | answered |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function factWords(fact: Fact, timezone = 'UTC'): string {
  const { kind, name, value, unit, frequency, status, duration, severity, body_site, reaction, effective_time } = fact;
  const amount = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const corrects = fact.supersedes ? 'corrects the last one' : undefined;
  const day = effective_time && when(effective_time, timezone);
  const details = [frequency?.text, status, severity, body_site, duration, reaction, day, corrects].filter(Boolean);
  return `${kind}: ${name}${amount}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

/** The day in the person's zone, and the hour where there is one: noon stands for none. */
function when(time: string, timeZone: string): string {
  const local = new Date(time).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return local.endsWith(' 12:00') ? local.slice(0, 10) : local;
}

function shortened(reply: string): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of reply.split('\n').filter(Boolean)) {
    if (length > MAX_CHARS) return `${kept.join('\n')} …`;
    kept.push(line);
    length += line.length;
  }
  return kept.join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}
