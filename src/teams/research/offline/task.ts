/** What an offline research agent is to do now: its topic and requirements from its record, changed by what the current message says. */
import { findTerms } from '../../../clinical/index.ts';
import { DEFAULT_THRESHOLD, EvidenceThreshold } from '../evidence-threshold.ts';
import { Requirements } from '../requirements.ts';
import { type Round, roundsFor } from './topic.ts';
import { readWish, type Wish } from './wish.ts';

export type Task = {
  topic: string;
  rounds: readonly Round[];
  watch: string | null;
  requirements: Requirements;
  threshold: EvidenceThreshold;
  /** Steps that the agent may still use; searches stop before the last ones, which are for writing and reporting. */
  stepsLeft: number;
};

export function taskOf(text: string, state: Readonly<Record<string, unknown>>, today: string): Task {
  const told = text
    .replace(/^The user asks: /, '')
    .replace(/^A trigger of yours \(.*?\) has fired(?:, once for [^:]*)?: /, '');
  const wish = readWish(told, today);
  const description = String(state['temp:agent_description'] ?? '');
  const followed = /^Follows (.+?)\.?$/.exec(description)?.[1];
  const topic = followed && !namesAnother(wish?.topic ?? '', followed) ? followed : (wish?.topic ?? description);
  const own = Requirements.catch({}).parse(state['temp:requirements']);
  const threshold = EvidenceThreshold.catch(DEFAULT_THRESHOLD).parse(state['temp:evidence_threshold']);
  return {
    topic,
    rounds: roundsFor(topic),
    watch: wish?.watch ?? null,
    requirements: { ...(asksForKind(wish) ? withoutKind(own) : own), ...wish?.requirements },
    threshold: wish?.threshold ?? threshold,
    stepsLeft: Number(state['temp:steps_left'] ?? Number.POSITIVE_INFINITY),
  };
}

/** A trigger may be about something else than its agent: "look for anything new about gout". */
function namesAnother(asked: string, followed: string): boolean {
  const known = new Set(namesIn(followed));
  return namesIn(asked).some((name) => !known.has(name));
}

function namesIn(text: string): string[] {
  return findTerms(text).flatMap(({ term }) => (term.kind === 'condition' || term.kind === 'drug' ? [term.name] : []));
}

/** Phase and design are one question: who asks for cohorts now does not mean cohorts of phase 3. */
function asksForKind(wish: Wish | null): boolean {
  return wish?.requirements.phases !== undefined || wish?.requirements.designs !== undefined;
}

function withoutKind({ phases: _phases, designs: _designs, ...others }: Requirements): Requirements {
  return others;
}
