import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { collapseSpaces, LONGEST_RUN } from '../../src/platform/spaces.ts';
import { extractor } from '../../src/teams/health/offline/extractor.ts';

const PIECES = [
  'word',
  'ß',
  '👩‍⚕️',
  ' ',
  '  ',
  '\t\t\t\t\t',
  '\u00a0'.repeat(9),
  '\u200b\u200b\u200b\u200b',
  '\n',
  '\n\n\n\n\n',
  ' \n \n ',
];
const texts = array(constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));

test('no run of spaces is longer than patterns allow for, and no word is lost', () => {
  assert(
    property(texts, (written) => {
      const { text } = collapseSpaces(written);
      expect(text).not.toMatch(new RegExp(`\\s{${LONGEST_RUN + 1}}`));
      const words = (whole: string) => whole.split(/[\s\u200b]+/).filter(Boolean);
      expect(words(text)).toEqual(words(written));
      expect(text.includes('\n')).toBe(written.includes('\n'));
    }),
  );
});

test('each place of the shortened text is found again in the text as it was written', () => {
  assert(
    property(texts, (written) => {
      const { text, placeOf } = collapseSpaces(written);
      for (let at = 0; at < text.length; at += 1)
        if (!/[\s\u200b]/.test(text.charAt(at))) expect(written.charAt(placeOf(at))).toBe(text.charAt(at));
    }),
  );
});

test('a fact is quoted as the message has it, where the message has it', () => {
  const gap = '\t'.repeat(40);
  const text = `https://example.org/asthma ${gap}I have${gap}a bad${gap}headache${gap}since Monday and a sore${gap}throat`;
  const answer = extractor('DataExtractorAgent')({
    team: 'health',
    agent: 'DataExtractorAgent',
    model: 'offline',
    instruction: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    settings: {},
    context: { now: '2026-11-15T10:00:00.000Z', timezone: 'Europe/Berlin', state: {} },
  });
  const { facts } = JSON.parse((answer as { text: string }).text) as {
    facts: { name: string; quote: string; start: number }[];
  };
  expect(facts.map(({ name }) => name)).toEqual(['Headache', 'Sore throat']);
  for (const { quote, start } of facts) expect(text.slice(start, start + quote.length)).toBe(quote);
});
