/**
 * Whatever reads the text of a message with the rules of src/clinical: it runs in a thread (see reading.ts), so that no text can hold
 * the event loop. What the readers of one message share is cached in that thread.
 */
import {
  dependsOnRecord,
  type Known,
  type KnownOfPerson,
  type Moment,
  mayTellNews,
  medicinesNamed,
  medicineWarnings,
  redFlagAdvice,
  redFlagsOver,
} from '../clinical/index.ts';
import type { ModelRequest } from '../engine/models/model.ts';
import type { Rule, RuleAnswer } from '../engine/models/offline/rule.ts';
import type { SearchWish } from '../engine/models/outward-query.ts';
import type { Preface } from '../engine/run/team-module.ts';
import type { Task } from '../engine/task/task.ts';
import { collapseSpaces } from '../platform/spaces.ts';
import { RULES as ASSISTANT } from './assistant/offline/rules.ts';
import { TOPIC_WORDS } from './assistant/web/topic-words.ts';
import { toldIn } from './health/facts/told.ts';
import { readBeside } from './health/offline/extractor.ts';
import { RULES as HEALTH } from './health/offline/rules.ts';
import { outwardQuery } from './outward-query.ts';
import { RULES as RESEARCH } from './research/offline/rules.ts';
import { CONTENT_TASKS as TUTOR_CONTENT } from './tutor/content/tasks.ts';
import { RULES as TUTOR } from './tutor/offline/rules.ts';

const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  health: HEALTH,
  research: RESEARCH,
  tutor: TUTOR,
  assistant: ASSISTANT,
};

/** `earlier`: what the person wrote before. `known`: what the record has of them; advice that it speaks against is left out. */
type RedFlagQuestion = Pick<Task, 'text' | 'user_location'> & { earlier?: readonly string[]; known?: Known };

export const READING_TASKS = {
  rule({ team, agent, request }: { team: string; agent: string; request: ModelRequest }): RuleAnswer {
    const rule = RULES[team]?.[agent];
    if (!rule) throw new Error(`There is no rule of ${team} for ${agent}.`);
    return rule(request);
  },
  redFlags: redFlagsIn,
  redFlagsAndMedicines: (question: RedFlagQuestion) => ({
    ...redFlagsIn(question),
    medicines: medicinesNamed(tidied(question.text)),
    news: mayTellNews(tidied(question.text)),
    dependsOnRecord: dependsOnRecord(tidied(question.text)),
  }),
  medicineWarnings: ({ text, known, moment }: { text: string; known: KnownOfPerson; moment: Moment }) =>
    medicineWarnings(tidied(text), known, moment),
  told: toldIn,
  beside: readBeside,
  outwardQuery: (wish: SearchWish) => outwardQuery(wish),
  ...TUTOR_CONTENT,
  assistantQuery: (wish: SearchWish) => outwardQuery(wish, TOPIC_WORDS),
};

function redFlagsIn({ text, earlier = [], user_location: place, known }: RedFlagQuestion): Preface {
  const flags = redFlagsOver(earlier.map(tidied), tidied(text), place ?? {}, known);
  return {
    text: redFlagAdvice(flags),
    data: { red_flags: flags.map(({ family, advice }) => ({ family, advice })) },
  };
}

function tidied(text: string): string {
  return collapseSpaces(text.trim()).text;
}
