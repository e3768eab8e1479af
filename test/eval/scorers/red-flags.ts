/**
 * How many emergencies are seen, and how often somebody who only asks is frightened. The phrasings of each family stand in
 * test/eval/cases/red-flags and are split by a hash of their text: rules may be tuned on one half, the other is only counted.
 * RED_FLAGS_SHOW_UNSEEN=1 lists its misses, which spoils it for tuning.
 */
import { redFlagsOver } from '../../../src/clinical/red-flags/over-messages.ts';
import { redFlags } from '../../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../../support/red-flags.ts';
import { authored } from '../cases/alarms/authored.ts';
import {
  familyNames,
  type Half,
  halfOf,
  laterPhrasings,
  NEAR_MISSES,
  ORDINARY,
  phrasings,
} from '../cases/red-flags/phrasings.ts';
import type { Confusion, Score, Scored, Scorer } from '../scorer.ts';

type Row = { text: string; source: string };
type Alarms = { text: string; families: string[] };

const HEALTH = 'triage/health';
const NON_HEALTH = 'triage/non_health';
/** What people ask in general; the other sources are people with a problem, who may well need help now. */
const GENERAL_SOURCES = new Set(['MedQuAD', 'HealthSearchQA']);

export const redFlagsScorer: Scorer = {
  name: 'red_flags',
  sets: [HEALTH, NON_HEALTH],
  targets: {
    'red_flags.recall.tuned': { target: 0.98 },
    'red_flags.recall.unseen': { target: 0.98 },
    'red_flags.false_alarms.general': { target: 0.02, better: 'lower' },
  },
  async run(data): Promise<Scored> {
    const scores: Score[] = [];
    const confusions: Confusion[] = [];
    const all = { tuned: [0, 0, 0], unseen: [0, 0, 0] } as Record<Half, [number, number, number]>;
    for (const family of familyNames()) {
      for (const half of ['tuned', 'unseen'] as const) {
        const texts = phrasings(family).filter((text) => halfOf(text) === half);
        const alarms = texts.map(familiesOf);
        const right = alarms.filter((found) => found.includes(family)).length;
        all[half][0] += right;
        all[half][1] += alarms.filter((found) => found.length > 0).length;
        all[half][2] += texts.length;
        scores.push({ name: `red_flags.recall.${half}.${family}`, value: right / texts.length, count: texts.length });
        if (half === 'unseen' && !process.env.RED_FLAGS_SHOW_UNSEEN) continue;
        texts.forEach((text, index) => {
          const got = alarms[index] ?? [];
          if (!got.includes(family))
            confusions.push({
              score: `red_flags.recall.${half}`,
              expected: family,
              got: got.join(', ') || 'none',
              text,
            });
        });
      }
    }
    for (const half of ['tuned', 'unseen'] as const) {
      const [right, any, count] = all[half];
      scores.unshift({ name: `red_flags.alarm.${half}`, value: any / count, count });
      scores.unshift({ name: `red_flags.recall.${half}`, value: right / count, count });
    }
    const later = laterPhrasings();
    const seen = later.filter(({ family, text }) => redFlags(text).some((flag) => flag.family === family)).length;
    scores.push({ name: 'red_flags.recall.later', value: seen / later.length, count: later.length });
    scores.push(...ofAuthors());
    const health = await data.judge(HEALTH, (row: Row) => (GENERAL_SOURCES.has(row.source) ? [judged(row)] : []));
    const nearMisses = phrasings(NEAR_MISSES);
    const sets: [string, Alarms[]][] = [
      ['general', health.flat()],
      ['non_health', await data.judge(NON_HEALTH, judged)],
      ['ordinary', phrasings(ORDINARY).map((text) => judged({ text }))],
      ...(['tuned', 'unseen'] as const).map((half): [string, Alarms[]] => [
        `near_misses.${half}`,
        nearMisses.filter((text) => halfOf(text) === half).map((text) => judged({ text })),
      ]),
    ];
    for (const [name, rows] of sets) {
      const alarmed = rows.filter(({ families }) => families.length > 0);
      const score = `red_flags.false_alarms.${name}`;
      scores.push({ name: score, value: rows.length > 0 ? alarmed.length / rows.length : 0, count: rows.length });
      if (name.endsWith('unseen') && !process.env.RED_FLAGS_SHOW_UNSEEN) continue;
      for (const { text, families } of alarmed)
        confusions.push({ score, expected: 'none', got: families.join(', '), text });
    }
    return { scores, confusions };
  },
};

/** Whole messages and conversations of authors who wrote for the test only; an alarm at any turn counts. */
function ofAuthors(): Score[] {
  const names: Readonly<Record<string, string>> = {
    em: 'recall',
    calm: 'false_alarms.calm',
    gp: 'false_alarms.complaints',
  };
  const rows = authored('test');
  return Object.entries(names).map(([kind, name]) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const alarmed = ofKind.filter(({ turns }) =>
      turns.some((text, nth) => redFlagsOver(turns.slice(0, nth), text).length > 0),
    );
    return { name: `red_flags.authors.${name}`, value: alarmed.length / ofKind.length, count: ofKind.length };
  });
}

function judged({ text }: { text: string }): Alarms {
  return { text, families: familiesOf(text) };
}
