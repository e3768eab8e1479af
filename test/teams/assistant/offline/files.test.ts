/** What a sentence wants of the user's files: the name and the words are taken as they were written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFileWish } from '../../../../src/teams/assistant/offline/file-wish.ts';

test.each([
  ['save a note called ideas.md: figs, and a bench', { kind: 'write', path: 'ideas.md', content: 'figs, and a bench' }],
  ['save a note called ideas: figs', { kind: 'write', path: 'ideas.md', content: 'figs' }],
  ['save a note called Summer Plans: figs', { kind: 'write', path: 'Summer Plans.md', content: 'figs' }],
  ['save "Buy figs." as lists/food.txt', { kind: 'write', path: 'lists/food.txt', content: 'Buy figs.' }],
  ['write hello world to greetings.txt', { kind: 'write', path: 'greetings.txt', content: 'hello world' }],
  ['append "more" to ideas.md', { kind: 'append', path: 'ideas.md', content: 'more' }],
  ['append two figs to ideas.md', { kind: 'append', path: 'ideas.md', content: 'two figs' }],
  ['append tea to shopping', { kind: 'append', path: 'shopping.md', content: 'tea' }],
  ['add a bench to ideas.md', { kind: 'append', path: 'ideas.md', content: 'bench' }],
  ['read ideas.md', { kind: 'read', path: 'ideas.md' }],
  ['show me lists/food.txt', { kind: 'read', path: 'lists/food.txt' }],
  ['what is in ideas.md', { kind: 'read', path: 'ideas.md' }],
  ['list my files', { kind: 'list' }],
  ['what files do I have', { kind: 'list' }],
  ['search my files for figs', { kind: 'search', query: 'figs' }],
  ['find figs in my files', { kind: 'search', query: 'figs' }],
  ['delete the file ideas.md', { kind: 'delete' }],
  ['save a note called ideas.md', { kind: 'ask', question: 'What shall I write into ideas.md?' }],
  ['search my files', { kind: 'ask', question: 'What shall I look for?' }],
  ['turn on the light', null],
  ['', null],
])('%s', (text, wish) => {
  expect(readFileWish(text)).toEqual(wish);
});

test('what is saved is what was written, to the letter', () => {
  const content = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).map((text) => text.trim());
  fc.assert(
    fc.property(content.filter(Boolean), (text) => {
      expect(readFileWish(`save a note called ideas.md: ${text}`)).toEqual({
        kind: 'write',
        path: 'ideas.md',
        content: text,
      });
    }),
  );
});

test('any text is read without a failure', () => {
  const heads = fc.constantFrom('save', 'append', 'search my files for', 'read', 'find', 'delete file', 'write');
  fc.assert(
    fc.property(heads, fc.string({ unit: 'grapheme', maxLength: 300 }), (head, text) => {
      const wish = readFileWish(`${head} ${text}`);
      if (wish && 'path' in wish) expect(wish.path).not.toBe('');
    }),
  );
});
