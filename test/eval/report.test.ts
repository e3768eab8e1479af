/** What the table of `npm run eval` says must be true: promises kept or missed, what changed, what was left out. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compare } from './compare.ts';
import { limitedData } from './limited-data.ts';
import { rulesReader } from './reader.ts';
import { isMet, missed, report } from './report.ts';
import type { Results } from './results.ts';
import { runScorers } from './run-scorers.ts';

const run = (scores: Results['scores'], provider = 'offline'): Results => ({
  provider,
  at: '2026-03-01T08:00:00.000Z',
  scores,
  skipped: [{ scorer: 'labs', why: 'skipped, labs.jsonl missing' }],
});

describe('the report', () => {
  const now = run([
    { name: 'a.recall', value: 0.97, count: 100, target: 0.96 },
    { name: 'a.false_positives', value: 0.03, count: 50, target: 0.02, better: 'lower' },
    { name: 'a.seen', value: 0.5, count: 10 },
  ]);

  it('knows a promise kept from one missed, in either direction', () => {
    expect(now.scores.map(isMet)).toEqual([true, false, null]);
    expect(missed(now).map(({ name }) => name)).toEqual(['a.false_positives']);
  });

  it('shows each score with its target and its change since the last run, and what was skipped', () => {
    const text = report(now, run([{ name: 'a.recall', value: 0.95, count: 100 }]));
    expect(text).toMatch(/a\.recall +0\.970 +>= 0\.96 +met +100 +\+0\.020/);
    expect(text).toMatch(/a\.false_positives +0\.030 +<= 0\.02 +MISSED +50 +new/);
    expect(text).toContain('labs: skipped, labs.jsonl missing');
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
  it('is thinned out evenly, and the copy goes away', () => {
    const dir = folder();
    mkdirSync(join(dir, 'x'));
    writeFileSync(join(dir, 'x', 'rows.jsonl'), Array.from({ length: 100 }, (_, index) => `{"n":${index}}`).join('\n'));
    const limited = limitedData(dir, ['x/rows', 'x/missing'], 4);
    const rows = readFileSync(join(limited.dir, 'x', 'rows.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(rows).toEqual(['{"n":0}', '{"n":25}', '{"n":50}', '{"n":75}']);
    limited.remove();
    expect(existsSync(limited.dir)).toBe(false);
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
    const { skipped } = await runScorers({ data: dir, only: ['triage'] }, rulesReader);
    expect(skipped.map(({ why }) => why)).toContain('failed: health_one.jsonl:2 is not JSON');
  });

  it('refuses a scorer that does not exist, and says which do', async () => {
    await expect(runScorers({ data: folder(), only: ['nonsense'] }, rulesReader)).rejects.toThrow(
      /no scorer nonsense; there are .*triage/,
    );
  });
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-eval-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
