/**
 * Triage: is it health, is it about this person, and is each rule applied. Health and scope are measured on public sets, on the
 * part that training has not seen; the rules on phrasings of our own, because no public set has them.
 */

import { isHeldOut } from '../../train/triage-corpus.ts';
import type { Reader } from '../reader.ts';
import { readRows } from '../rows.ts';
import type { Confusion, Score, Scorer, Target } from '../scorer.ts';

type Row = { id: string; text: string; domain: 'health' | 'non_health' | 'ambiguous'; source: string };
type Case = { rule: string; text: string; before?: string[] };
type Judged = Row & { rule: string };

const SETS = ['triage/health', 'triage/non_health'];
const RULES = ['0', '1', '2', '3', '4a', '4b', 'mixed', 'follow_up'];

/** What `scope` in the files says was guessed from pronouns; who asks is known only by source. */
const GENERAL = ['MedQuAD', 'HealthSearchQA'];
const PERSONAL = ['MeQSum-CHQ', 'K-QA', 'RQE-AMIA2016-CHQ'];

export const triageScorer: Scorer = {
  name: 'triage',
  sets: SETS,
  targets: {
    ...Object.fromEntries(
      ['triage.health', 'triage.health.all'].flatMap((name): [string, Target][] => [
        [`${name}.recall`, { target: 0.96 }],
        [`${name}.false_positives`, { target: 0.02, better: 'lower' }],
      ]),
    ),
    'triage.scope.balanced': { target: 0.9 },
    'triage.scope.all.balanced': { target: 0.9 },
    ...Object.fromEntries(RULES.map((rule) => [`triage.rule.${rule}`, { target: 0.95 }])),
  },
  async run(data, reader) {
    const judged: Judged[] = [];
    for (const set of SETS)
      await data.judge<Row, void>(set, async (row) => {
        judged.push({ ...row, rule: ruleOf((await reader.triage(row.text)).route) });
      });
    const heldOut = judged.filter(({ text }) => isHeldOut(text));
    const confusions: Confusion[] = [];
    const scores = [
      ...healthScores('triage.health', heldOut, confusions),
      ...healthScores('triage.health.all', judged),
      ...scopeScores('triage.scope', heldOut, confusions),
      ...scopeScores('triage.scope.all', judged),
      ...(await ruleScores(reader, confusions)),
    ];
    return { scores, confusions };
  },
};

function healthScores(name: string, rows: Judged[], confusions?: Confusion[]): Score[] {
  const health = rows.filter(({ domain }) => domain === 'health');
  const other = rows.filter(({ domain }) => domain === 'non_health');
  const missed = health.filter(({ rule }) => rule === '1');
  const wrong = other.filter(({ rule }) => rule !== '1');
  confusions?.push(
    ...missed.map(({ text }) => ({ score: `${name}.recall`, expected: 'health', got: '1', text })),
    ...wrong.map(({ text, rule }) => ({ score: `${name}.false_positives`, expected: '1', got: rule, text })),
  );
  return [
    { name: `${name}.recall`, value: 1 - missed.length / health.length, count: health.length },
    { name: `${name}.false_positives`, value: wrong.length / other.length, count: other.length },
  ];
}

/** A health question that was turned away counts as wrong on either side; one with a link is for rule 0 before any other. */
function scopeScores(name: string, rows: Judged[], confusions?: Confusion[]): Score[] {
  const health = rows.filter(({ domain }) => domain === 'health');
  const share = (score: string, sources: readonly string[], rule: string): Score => {
    const asked = health.filter(({ source, rule: got }) => sources.includes(source) && got !== '0');
    return { name: score, value: asked.filter((row) => row.rule === rule).length / asked.length, count: asked.length };
  };
  const side = (what: string, sources: readonly string[], rule: string): [Score, ...Score[]] => {
    const score = `${name}.${what}`;
    const wrong = health.filter(({ source, rule: got }) => sources.includes(source) && got !== '0' && got !== rule);
    confusions?.push(...wrong.map(({ text, rule: got }) => ({ score, expected: rule, got, text })));
    return [share(score, sources, rule), ...sources.map((source) => share(`${score}.${source}`, [source], rule))];
  };
  const [general, ...generalBySource] = side('general', GENERAL, '4b');
  const [personal, ...personalBySource] = side('personal', PERSONAL, '4a');
  const balanced = (general.value + personal.value) / 2;
  const count = Math.min(general.count, personal.count) && general.count + personal.count;
  return [
    general,
    ...generalBySource,
    personal,
    ...personalBySource,
    { name: `${name}.balanced`, value: balanced, count },
  ];
}

async function ruleScores(reader: Reader, confusions: Confusion[]): Promise<Score[]> {
  const cases = readRows<Case>(new URL('../cases/triage.jsonl', import.meta.url).pathname);
  const right = new Map<string, boolean[]>();
  for (const { rule, text, before } of cases) {
    const found = await reader.triage(text, before);
    const got = ruleOf(found.route);
    const expected = rule.replace(/^.*:/, '');
    const score = `triage.rule.${rule.replace(/:.*$/, '')}`;
    right.set(score, [...(right.get(score) ?? []), got === expected]);
    if (got !== expected) confusions.push({ score, expected, got, text });
  }
  return [...right].map(([name, marks]) => ({
    name,
    value: marks.filter(Boolean).length / marks.length,
    count: marks.length,
  }));
}

function ruleOf(route: string): string {
  const rules: Record<string, string> = {
    url: '0',
    non_health: '1',
    ui_redirect: '2',
    share_or_modify: '3',
    patient_consult: '4a',
    general_consult: '4b',
  };
  return rules[route] ?? route;
}
