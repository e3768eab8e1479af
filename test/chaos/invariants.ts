/** What must hold after the kills, and how long recovery took. */
import type { TurnView } from '../../producers/turns/turn-view.ts';
import type { ChaosFleet } from './chaos-fleet.ts';
import type { Call } from './chaos-model.ts';
import { equal, type Finding, figure, percentile, seconds } from './finding.ts';
import { finishedSteps } from './finished-steps.ts';
import { type Ran, type Sent, weightOf } from './turns.ts';
import { groupBy, inParallel } from './wait.ts';

const WIDTH = 20;

export async function judge(fleet: ChaosFleet, ran: Ran, scenario: string): Promise<Finding[]> {
  const { sent, kills } = ran;
  const lost = (await inParallel(sent, WIDTH, (turn) => lossOf(fleet, turn))).filter((why) => why !== null);
  const bySession = groupBy(sent, ({ session }) => session);
  const problems = (await inParallel([...bySession.values()], WIDTH, (turns) => sessionProblems(fleet, turns))).flat();
  const count = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind);
  const first = (some: { detail: string }[]) => some[0]?.detail ?? '';
  const again = askedAgain(fleet, ran);
  const recovered = recoveries(fleet);
  return [
    figure(
      scenario,
      'turns, kills, model calls',
      `${sent.length}, ${kills.length}, ${fleet.model.calls.length} in ${seconds(ran.ms)}`,
    ),
    equal(scenario, 'lost', lost.length, 0, lost[0] ?? ''),
    equal(scenario, 'doubled: messages', count('message').length, 0, first(count('message'))),
    equal(scenario, 'doubled or missing: facts', count('fact').length, 0, first(count('fact'))),
    equal(scenario, 'doubled: replies and ends', count('event').length, 0, first(count('event'))),
    equal(scenario, 'out of order', count('order').length, 0, first(count('order'))),
    equal(scenario, 'finished calls asked again', again.finished.length, 0, again.finished[0] ?? ''),
    figure(scenario, 'answered, not yet written, asked again', unwrittenText(again)),
    figure(
      scenario,
      'recovery p50, p99',
      `${seconds(percentile(recovered, 0.5))}, ${seconds(percentile(recovered, 0.99))} (${recovered.length} steps)`,
    ),
  ];
}

async function lossOf(fleet: ChaosFleet, { id, mark }: Sent): Promise<string | null> {
  const turn = (await fleet.call('GET', `/v1/turns/${id}`)).body as unknown as TurnView;
  if (turn.status !== 'completed') return `${mark} ${turn.status} ${turn.error?.code ?? ''}`;
  return isReplyTo(mark, turn.reply) ? null : `${mark} has the reply "${turn.reply}"`;
}

/** On an overloaded machine the message may not be read in time for red flags; the reply then begins with a notice. */
function isReplyTo(mark: string, reply: string | null): boolean {
  return reply?.split('\n').at(-1) === `Noted: ${mark}`;
}

type Problem = { kind: 'message' | 'fact' | 'order' | 'event'; detail: string };

/** `turns` are one session's. */
async function sessionProblems(fleet: ChaosFleet, turns: Sent[]): Promise<Problem[]> {
  const { redis, keys } = fleet;
  const inOrder = turns.toSorted((a, b) => a.nth - b.nth);
  const session = `s${inOrder[0]?.session}`;
  const problems: Problem[] = [];
  const differ = (kind: Problem['kind'], what: string, seen: unknown[], wanted: unknown[]) => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted))
      problems.push({ kind, detail: `${session} ${what}: ${JSON.stringify(seen)}` });
  };
  const messages = (await fleet.call('GET', `/v1/sessions/${session}`)).body.messages as {
    role: string;
    turn_id: string;
    text: string;
  }[];
  const by = (role: string) => messages.filter((message) => message.role === role);
  differ(
    'message',
    'user',
    by('user').map(({ turn_id }) => turn_id),
    inOrder.map(({ id }) => id),
  );
  differ(
    'message',
    'assistant',
    by('assistant').map(({ text }) => text.split('\n').at(-1)),
    inOrder.map(({ mark }) => `Noted: ${mark}`),
  );
  const record = (await fleet.call('GET', `/v1/patients/p${session.slice(1)}/record`)).body;
  const weights = (record.observations as { value: number }[]).map(({ value }) => value);
  differ(
    'fact',
    'weights',
    weights.sort((a, b) => a - b),
    inOrder.map(({ nth }) => weightOf(nth)),
  );
  let endOfLast = 0;
  for (const { id, mark } of inOrder) {
    const [started, ended] = (await redis.hmget(keys.task(id), 'started', 'ended')).map(Number);
    if ((started ?? 0) < endOfLast)
      problems.push({ kind: 'order', detail: `${mark} began before the one before it ended` });
    endOfLast = ended ?? 0;
    const events = (await redis.xrange(keys.events(id), '-', '+')).map(([, fields]) => fields[1]);
    for (const kind of ['reply', 'done'])
      differ(
        'event',
        `${mark} ${kind}`,
        events.filter((one) => one === kind),
        [kind],
      );
  }
  return problems;
}

type Again = { finished: string[]; answered: number; longestMs: number };

function unwrittenText({ answered, longestMs }: Again): string {
  return answered === 0 ? '0' : `${answered}, up to ${longestMs} ms before the kill`;
}

/**
 * `finished`: asked although the step stood in Redis by then. `answered`: the model had sent its answer, and the worker was killed before
 * the step was in Redis; whether it had read the answer cannot be seen from outside. `longestMs`: the longest time between such an
 * answer and the kill of its worker.
 */
export function askedAgain(fleet: ChaosFleet, { sent }: Ran): Again {
  const markOf = new Map(sent.map(({ id, mark }) => [id, mark]));
  const finished = new Map(
    [...finishedSteps(fleet.server.dir)].map(([step, at]) => [step.replace(/^\S+/, (id) => markOf.get(id) ?? id), at]),
  );
  const again: string[] = [];
  const bySteps = groupBy(fleet.model.calls, ({ step }) => step);
  let unwritten = 0;
  let longest = 0;
  for (const [step, calls] of bySteps) {
    const at = finished.get(step);
    for (const call of calls)
      if (at !== undefined && call.at > at) again.push(`${step}: ${call.at - at} ms after it was finished`);
    for (const { faulty, request } of calls.slice(0, -1)) {
      const { finishedAt, aborted } = request;
      if (faulty || aborted || finishedAt === undefined) continue;
      const died = fleet.deaths.get(keyOf(request));
      if (died === undefined) again.push(`${step}: answered, and asked again although its worker lives`);
      else {
        unwritten += 1;
        longest = Math.max(longest, died - finishedAt);
      }
    }
  }
  const missing = [...bySteps.keys()].filter((step) => !finished.has(step));
  if (finished.size === 0 || missing.length > sent.length / 10)
    again.push(`${missing.length} steps are not in the journal`);
  return { finished: again, answered: unwritten, longestMs: longest };
}

/** From the kill of a worker to the next asking of each step that it had asked for and not written. */
export function recoveries({ model, deaths }: ChaosFleet): number[] {
  return [...groupBy(model.calls, ({ step }) => step).values()].flatMap((askings) =>
    askings.slice(1).flatMap((next, index) => {
      const { faulty, request } = askings[index] as Call;
      const died = deaths.get(keyOf(request));
      return died !== undefined && !faulty ? [next.at - died] : [];
    }),
  );
}

/** Each worker has a key of its own. */
function keyOf({ headers }: Call['request']): string {
  return headers['x-goog-api-key'] ?? '';
}
