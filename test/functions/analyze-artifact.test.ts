import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokensOf } from '../../src/engine/models/estimate.ts';
import type { Analysed } from '../../src/functions/analysis/analysers.ts';
import { checkItem } from '../../src/functions/analysis/checklist.ts';
import { type Finding, SEVERITIES } from '../../src/functions/analysis/finding.ts';
import { AnalyzeArtifactOutput, analyzeArtifact } from '../../src/functions/analyze-artifact.ts';

const NOTHING: Analysed = { findings: [], metrics: { CC: 3 }, used: ['eslint'], skipped: [] };

function finish(prepared: Partial<Analysed>, draft = {}, input = {}) {
  const given = {
    artifact: 'eval(a);\nb();\n',
    artifact_type: 'code',
    analysis_type: 'quality',
    checklist: [],
    ...input,
  };
  const full = { findings: [], checklist: [], report: '', ...draft };
  return AnalyzeArtifactOutput.parse(analyzeArtifact.finish(full, given, { ...NOTHING, ...prepared }, []));
}

const finding = (severity: Finding['severity'], line: number | null, rule = 'a'): Finding => ({
  rule,
  severity,
  message: `${rule} is wrong`,
  location: line === null ? null : { line },
  fix_hint: null,
  source: 'eslint',
});

test('the gate: a critical or major finding does not pass, a minor one does', () => {
  expect(SEVERITIES.map((severity) => finish({ findings: [finding(severity, 1)] }).pass)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an analyser that failed does not pass; one that does not know the language does', () => {
  const skipped = (why: 'failed' | 'not_covered' | 'not_configured') =>
    finish({ skipped: [{ analyser: 'x', why, reason: 'Why.' }] });
  expect(skipped('failed')).toMatchObject({ pass: false, findings: [{ severity: 'major', rule: 'not-analysed-x' }] });
  expect(skipped('not_covered')).toMatchObject({ pass: true, findings: [{ severity: 'info' }] });
  expect(skipped('not_configured')).toMatchObject({ pass: true, findings: [] });
});

test('what a model adds is merged with what analysers found, and a line that does not exist is dropped', () => {
  const own = { rule: 'A', severity: 'minor', message: 'same', line: 1, fix_hint: null };
  const { findings } = finish(
    { findings: [finding('major', 1)] },
    { findings: [own, { ...own, rule: 'b', line: 99 }] },
  );
  expect(findings).toEqual([
    finding('major', 1),
    expect.objectContaining({ rule: 'b', location: null, source: 'model' }),
  ]);
});

describe('a checklist', () => {
  test.each([
    ['no `eval`', { met: false, line: 1 }],
    ['No "innerHTML"', { met: true, line: null }],
    ['uses `b()`', { met: true, line: null }],
    ['must contain "licence"', { met: false, line: null }],
    ['complexity below 3', { met: false, line: null }],
    ['cyclomatic complexity at most 3', { met: true, line: null }],
    ['errors are handled well', null],
    ['the word `eval` is well explained', null],
  ])('%s', (item, expected) => {
    expect(checkItem(item, 'eval(a);\nb();\n', { CC: 3 })).toEqual(expected);
  });

  test('an item that words do not decide is left to the model, or said to be unchecked', () => {
    const checklist = ['errors are handled', 'no `eval`'];
    expect(finish({}, {}, { checklist }).findings).toMatchObject([
      { rule: 'checklist-2', severity: 'major', location: { line: 1 } },
      { rule: 'checklist-1', severity: 'info', message: expect.stringContaining('Not checked') },
    ]);
    const judged = [
      { item: 1, met: true, note: '' },
      { item: 2, met: true, note: 'The words decide this, not the model.' },
    ];
    expect(finish({}, { checklist: judged }, { checklist }).findings).toMatchObject([{ rule: 'checklist-2' }]);
  });
});

test('whatever was found: each once, the gravest first, and the report fits its budget', () => {
  const findings = fc.array(
    fc.record({
      rule: fc.constantFrom('a', 'b', 'x/a', 'c'),
      severity: fc.constantFrom(...SEVERITIES),
      message: fc.string({ unit: 'grapheme', maxLength: 300 }),
      location: fc.option(fc.record({ line: fc.integer({ min: 1, max: 50 }) })),
      fix_hint: fc.constant(null),
      source: fc.constant('x'),
    }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(findings, fc.string({ unit: 'grapheme', maxLength: 5_000 }), (found, report) => {
      const output = finish({ findings: found }, { report });
      expect(tokensOf(Buffer.byteLength(output.compressed_report))).toBeLessThanOrEqual(1_024);
      const ranks = output.findings.map(({ severity }) => SEVERITIES.indexOf(severity));
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
      expect(finish({ findings: [...found, ...found] }, { report }).findings).toEqual(output.findings);
      expect(output.pass).toBe(found.every(({ severity }) => severity === 'info' || severity === 'minor'));
    }),
    { numRuns: 50 },
  );
});
