/** Texts for the rules: a chapter, and arbitrary ones of pieces that rules look for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, constantFrom } from 'fast-check';

export const CHAPTER = readFileSync(join(import.meta.dirname, 'chapter.md'), 'utf8');

const PIECES = [
  'The tower was 72 feet high.',
  'Dr. Spry of Plymouth opened it at 3.5 degrees.',
  'Why? Nobody knows!',
  'John Smeaton',
  'hydraulic lime',
  'neural\nnetwork',
  'sets under water',
  '世界。你好。',
  '👩‍⚕️',
  'ß İ Σ',
  '[^1]',
  'https://example.org/a?b=c.',
  '# Heading',
  '## 2.1 Methods ##',
  'Chapter 3',
  '- item',
  '1. first',
  '| a | b |',
  '```',
  'const parseRequest = (a) => a;',
  'class RateLimiter {',
  '}',
  '\n',
  '\n\n',
  '\f',
  '    ',
  ' ',
  '...',
  '"',
];
const glue = constantFrom('', ' ', '\n');

export const texts = array(
  constantFrom(...PIECES).chain((piece) => glue.map((end) => piece + end)),
  {
    minLength: 1,
    maxLength: 60,
  },
)
  .map((pieces) => pieces.join(''))
  .filter((text) => text.trim() !== '');
