/** What the table of `npm run eval` says must be true: targets met or missed, what changed, what was left out, what failed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compare } from './compare.ts';
import { rulesReader } from './reader.ts';
import { isMet, missed, report } from './report.ts';
import type { Results } from './results.ts';
import { dataFolder } from './rows.ts';
import { type Outcome, runScorer, runScorers } from './run-scorers.ts';
import type { Scorer } from './scorer.ts';

const run = (scores: Results['scores'], provider = 'offline'): Results => ({
  provider,
  at: '2026-03-01T08:00:00.000Z',
  scores,
  skipped: [{ scorer: 'labs', why: 'skipped, labs.jsonl missing' }],
  failed: [{ scorer: 'bounds', why: 'bounds.jsonl:2: no type' }],
});

describe('the report', () => {
  const now = run([
    { name: 'a.recall', value: 0.97, count: 100, target: 0.96 },
    { name: 'a.false_positives', value: 0.03, count: 50, target: 0.02, better: 'lower' },
    { name: 'a.seen', value: 0.5, count: 10 },
  ]);

  it('tells a met target from a missed one, in either direction', () => {
    expect(now.scores.map(isMet)).toEqual([true, false, null]);
    expect(missed(now).map(({ name }) => name)).toEqual(['a.false_positives']);
  });

  it('shows each score with its target and its change since the last run, and what was skipped', () => {
    const text = report(now, run([{ name: 'a.recall', value: 0.95, count: 100 }]));
    expect(text).toMatch(/a\.recall +0\.970 +>= 0\.96 +met +100 +\+0\.020/);
    expect(text).toMatch(/a\.false_positives +0\.030 +<= 0\.02 +MISSED +50 +new/);
    expect(text).toContain('labs: skipped, labs.jsonl missing');
    expect(text).toContain('FAILED bounds: bounds.jsonl:2: no type');
    expect(text).toContain('1 of 2 targets met, provider offline.');
  });

  it('puts two providers side by side, with what only one of them has', () => {
    const text = compare(now, run([{ name: 'a.recall', value: 0.99, count: 20 }], 'gemini'));
    expect(text).toMatch(/score +offline 2026-03-01T08:00 +gemini 2026-03-01T08:00 +change/);
    expect(text).toMatch(/a\.recall +0\.970 +0\.990 +\+0\.020/);
    expect(text).toMatch(/a\.seen +0\.500$/m);
  });
});

describe('the data folder', () => {
  it('gives rows that are spread evenly over a file where a limit is set', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'x'));
    writeFileSync(join(dir, 'x', 'rows.jsonl'), Array.from({ length: 100 }, (_, index) => `{"n":${index}}`).join('\n'));
    const rows = await dataFolder(dir, 4).judge('x/rows', ({ n }: { n: number }) => n);
    expect(rows).toEqual([0, 25, 50, 75]);
  });

  it('may be empty: every scorer that reads it is skipped and named', async () => {
    const { scores, skipped } = await runScorers({ data: folder(), only: ['triage'] }, rulesReader);
    expect(scores).toEqual([]);
    expect(skipped).toEqual([{ scorer: 'triage', why: 'skipped triage/health*.jsonl, triage/non_health*.jsonl' }]);
  });

  it('may have some sets only, each in files of any number: the rest is named, and of nothing there is no share', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'triage'));
    const row = (id: string, text: string) => JSON.stringify({ id, text, domain: 'health', source: 'elsewhere' });
    writeFileSync(join(dir, 'triage', 'health_one.jsonl'), row('1', 'My knee hurts when I climb the stairs'));
    writeFileSync(join(dir, 'triage', 'health_two.jsonl'), row('2', 'What is hypertension?'));
    const { scores, skipped } = await runScorers({ data: dir, only: ['triage'] }, rulesReader);
    expect(skipped).toEqual([{ scorer: 'triage', why: 'without triage/non_health*.jsonl' }]);
    expect(scores.find(({ name }) => name === 'triage.health.all.recall')).toMatchObject({ value: 1, count: 2 });
    expect(scores.filter(({ value }) => Number.isNaN(value))).toEqual([]);
  });

  it('is told where a row is broken', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'triage'));
    writeFileSync(join(dir, 'triage', 'health_one.jsonl'), '{"id":"1","text":"a","source":"b"}\n{oops\n');
    const { failed } = await runScorers({ data: dir, only: ['triage'] }, rulesReader);
    expect(failed).toEqual([{ scorer: 'triage', why: 'triage/health_one.jsonl:2: not JSON' }]);
  });

  it('has a row on which a scorer throws: it is named and counts as a miss of each target', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'x'));
    writeFileSync(join(dir, 'x', 'rows.jsonl'), '{"type":"a"}\n{"type":null}\n{"type":"a"}\n{"type":"a"}\n');
    const share: Scorer = {
      name: 'share',
      sets: ['x/rows'],
      targets: { 'share.found': { target: 0.9 }, 'share.alarms': { target: 0.1, better: 'lower' } },
      async run(data) {
        const types = await data.judge('x/rows', ({ type }: { type: string }) => type.toUpperCase());
        const figure = (name: string, value: number) => ({ name, value, count: types.length });
        return {
          scores: [figure('share.found', 1), figure('share.alarms', 0), figure('share.seen', 1)],
          confusions: [],
        };
      },
    };
    const { scores, failed } = await outcomeOf(share, dir);
    expect(scores.map(({ name, value, count }) => [name, value, count])).toEqual([
      ['share.found', 0.75, 4],
      ['share.alarms', 0.25, 4],
      ['share.seen', 1, 3],
    ]);
    expect(scores.map(isMet)).toEqual([false, false, null]);
    expect(failed.map(({ why }) => why)).toEqual([expect.stringContaining('x/rows.jsonl:2: Cannot read properties')]);
  });

  it('has a scorer that fails as a whole: all its targets are missed', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'x'));
    writeFileSync(join(dir, 'x', 'rows.jsonl'), '{}\n');
    const broken: Scorer = {
      name: 'broken',
      sets: ['x/rows'],
      targets: { 'broken.recall': { target: 0.9 }, 'broken.alarms': { target: 0.1, better: 'lower' } },
      run: () => Promise.reject(new Error('no model')),
    };
    const { scores, failed } = await outcomeOf(broken, dir);
    expect(scores.map(isMet)).toEqual([false, false]);
    expect(failed).toEqual([{ scorer: 'broken', why: 'failed as a whole: no model' }]);
  });

  it('refuses a scorer that does not exist, and says which do', async () => {
    await expect(runScorers({ data: folder(), only: ['nonsense'] }, rulesReader)).rejects.toThrow(
      /no scorer nonsense; there are .*triage/,
    );
  });
});

async function outcomeOf(scorer: Scorer, dir: string): Promise<Outcome> {
  const outcome: Outcome = { scores: [], confusions: [], skipped: [], failed: [] };
  await runScorer(scorer, dataFolder(dir), rulesReader, outcome);
  return outcome;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-eval-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
