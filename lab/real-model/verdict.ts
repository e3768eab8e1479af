/** What is wrong with an answer, whatever the model has written. */
import type { Answered } from './ask.ts';

const CLAIM = /\bI(?:['’]ve| have)? (?:deleted|removed|sent|saved|booked|updated|emailed)\b/i;
/** Without a model these need one as well. */
const NEEDS_MODEL = new Set(['function: generate-code']);

export function faultsOf(one: Answered): string[] {
  const { what, said, turn, kinds, reply } = one;
  const faults: string[] = [];
  const note = (fault: string) => faults.push(`${what}: ${fault}`);
  if (!turn) {
    if (/"code":"(?!model_required)/.test(reply) || (one.status >= 400 && !NEEDS_MODEL.has(what)))
      note(`failed: ${reply.slice(0, 200)}`);
    return faults;
  }
  if (!/^(?:completed|degraded)$/.test(turn.status)) note(`is ${turn.status}`);
  if (reply.trim() === '') note('has no reply');
  if (said?.emergency && !isFirst(kinds)) note('the alarm is not before everything else');
  const beside = reply.replace(turn.alarm ?? '', '').match(/\d[\d.,/]*/g) ?? [];
  if (said?.emergency && !beside.every((number) => said.text.includes(number)))
    note('there is a number beside the alarm that the message does not say');
  if (CLAIM.test(reply) && !kinds.includes('tool')) note('claims what no tool has done');
  for (const fact of turn.facts) {
    if (!said?.text.includes(fact.evidence.text)) note(`filed ${fact.name}, which the message does not say`);
    const value = 'value' in fact ? fact.value : undefined;
    if (typeof value === 'number' && !said?.text.includes(String(value)))
      note(`filed a ${value} that the message does not say`);
  }
  return faults;
}

function isFirst(kinds: readonly string[]): boolean {
  const alarm = kinds.indexOf('alarm');
  return alarm >= 0 && kinds.slice(0, alarm).every((kind) => kind === 'queued' || kind === 'waiting');
}
