import { assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type SummarizeContentOutput, summarizeContent } from '../../src/functions/summarize-content.ts';
import { outlineOf } from '../../src/functions/text/outline.ts';
import { type ValidateAgainstSpecOutput, validateAgainstSpec } from '../../src/functions/validate-against-spec.ts';
import { finishDraft, runRule } from './run-rule.ts';
import { CHAPTER, texts } from './texts.ts';

type Output = z.infer<typeof ValidateAgainstSpecOutput>;
const SUMMARY =
  'Smeaton built the lighthouse from dovetailed granite blocks in 1759. The mortar hardened under water. It did not fail.';

function validate(given: object): Output {
  return runRule<Output>(validateAgainstSpec, { artifact: SUMMARY, specification: '', ...given });
}

const missed = (output: Output) => output.violations.map(({ criterion }) => criterion);

describe('invariants', () => {
  test.each([
    'Smeaton used dovetailed blocks of granite',
    'Mortar hardens under water',
    'The lighthouse was built in 1759',
    'It did not fail',
  ])('%s: stated in other words', (invariant) => {
    expect(validate({ invariants: [invariant] })).toMatchObject({ valid: true, violations: [], remediation_hints: [] });
  });

  test.each([
    'The lighthouse was built in 1698',
    'Smeaton did not build with granite blocks in 1759 because never',
    'Winstanley was captured by a French privateer',
  ])('%s: not stated', (invariant) => {
    const output = validate({
      artifact: SUMMARY.replace(' It did not fail.', ''),
      invariants: [invariant],
    });
    expect(missed(output)).toEqual([invariant]);
    expect(output.valid).toBe(false);
    expect(output.remediation_hints).toEqual([`Include: ${invariant}`]);
  });
});

describe('criteria that can be decided are decided', () => {
  test.each([
    ['At most 200 words', true],
    ['It has no more than 5 words', false],
    ['at least 3 sentences', true],
    ['Fewer than 3 sentences.', false],
    ['The summary must be under 40 tokens', true],
    ['exactly 1 paragraph', true],
    ['contains "dovetailed granite"', true],
    ['Mentions Smeaton', true],
    ['mentions Rudyerd', false],
    ['Must not contain `1698`', true],
    ['does not mention Smeaton', false],
    ['is valid JSON', false],
    ['is not valid JSON', true],
    ['at least 1 citation', false],
  ])('%s: %s', (criterion, met) => {
    const output = validate({ acceptance_criteria: [criterion] });
    expect(missed(output)).toEqual(met ? [] : [criterion]);
    expect(output.confidence).toBe(1);
  });

  test('JSON is parsed', () => {
    expect(validate({ artifact: '{"a": [1]}', acceptance_criteria: ['valid JSON'] }).valid).toBe(true);
  });

  test('what words alone are compared for is less sure', () => {
    expect(validate({ acceptance_criteria: ['The tone is friendly'] }).confidence).toBeLessThan(1);
  });

  test('with nothing to check nothing is known', () => {
    expect(validate({})).toMatchObject({ valid: true, confidence: 0 });
  });
});

describe('the specification', () => {
  test.each([
    ['a list', '- Granite blocks\n- The mortar\n- The French privateer'],
    ['lines without bullets', 'Granite blocks\nThe mortar\nThe French privateer'],
    ['an outline', '# Granite blocks\n\n# The mortar\n\n## The French privateer'],
    [
      'an extracted outline',
      JSON.stringify(['Granite blocks', 'The mortar', 'The French privateer'].map((text) => ({ text }))),
    ],
  ])('each item of %s must be covered', (_what, specification) => {
    const output = validate({ specification, acceptance_criteria: ['Every heading of the specification is covered'] });
    expect(missed(output)).toContain('The French privateer');
    expect(missed(output)).toContain('Every heading of the specification is covered');
    expect(missed(output)).not.toContain('The mortar');
    expect(output.valid).toBe(false);
  });

  test('prose that is broken into lines stays prose', () => {
    const specification = 'Smeaton built the lighthouse\nfrom blocks of granite';
    expect(validate({ specification, artifact: 'A palace of glass.' }).violations).toHaveLength(1);
    const sentence = 'The mortar hardened\nUnder water it did not fail.';
    expect(validate({ specification: sentence, artifact: 'A palace of glass.' }).violations).toHaveLength(1);
  });

  test('the sentences of prose must be covered, code by the parts of its names', () => {
    const artifact = 'export class RateLimiter {\n  slidingWindow = 10;\n  take(clientKey: string) {}\n}';
    const specification =
      'Build a rate limiter class with a sliding window. Send an e-mail to the administrator daily.';
    const output = validate({ artifact, specification });
    expect(missed(output)).toEqual(['Send an e-mail to the administrator daily.']);
    expect(output.remediation_hints[0]).toMatch(/^Include: .*administrator/);
  });
});

test('a summary that is written again with what was missed becomes valid', () => {
  const specification = outlineOf(CHAPTER)
    .map(({ text }) => `- ${text}`)
    .join('\n');
  let preserve: string[] = [];
  const rounds: boolean[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { summary, invariants } = runRule<z.infer<typeof SummarizeContentOutput>>(summarizeContent, {
      content: CHAPTER,
      target_tokens: 500,
      preserve,
    });
    const output = validate({ artifact: summary, specification, invariants });
    rounds.push(output.valid);
    preserve = [...new Set([...preserve, ...missed(output)])];
  }
  expect(rounds.at(0)).toBe(false);
  expect(rounds.at(-1)).toBe(true);
});

test('what can be counted is counted, whatever a model says about it', () => {
  const criteria = ['at most 5 words', 'mentions Smeaton'];
  const draft = {
    violations: [
      { criterion: 'mentions Smeaton', kind: 'acceptance_criterion', severity: 'major', message: 'It does not' },
    ],
    confidence: 0.9,
    remediation_hints: [],
  };
  const given = { artifact: SUMMARY, specification: '', acceptance_criteria: criteria };
  expect(missed(finishDraft<Output>(validateAgainstSpec, draft, given))).toEqual(['at most 5 words']);
});

test('every text contains its own sentences with words', () => {
  assert(
    property(
      texts,
      constantFrom('The tower was 72 feet high.', 'John Smeaton sets hydraulic lime under water.'),
      (text, claim) => {
        const output = validate({ artifact: `${text}\n\n${claim}\n\n${text}`, invariants: [claim] });
        // Inside an open block of code a sentence is a line of it, and is found too.
        expect(missed(output)).toEqual([]);
      },
    ),
  );
});
