/** What somebody will not do, get or take is not filed as had or taken; what will not stop is. */
import { expect, test } from 'vitest';
import { factsOf } from './filed.ts';

test.each([
  'no I’m not going to hurt myself',
  'I am not going to harm myself.',
  "I won't hurt myself",
  "I'm not going to get a rash from this",
  "I'm not going to take the ibuprofen",
  "I won't take that antibiotic",
  'he will not be on warfarin',
  'I refuse to take statins',
  'I never took the naproxen you prescribed',
  "I don't need the inhaler you gave me",
])('%s: nothing', (text) => expect(factsOf(text)).toEqual([]));

test.each([
  ['the pain will not stop', 'Pain'],
  ["I'm not going to work because of my headache", 'Headache'],
  ['not going to school with this fever', 'Fever'],
  ['my cough is not going', 'Cough'],
  ["I'm not going to lie, the pain is awful", 'Pain'],
  ['I will not take statins because of muscle pain', 'Muscle pain'],
  ["I'm not going to stop my warfarin", 'Warfarin'],
  ['periods all over the place, night sweats so bad', 'Night sweats'],
])('%s: %s', (text, name) => expect(factsOf(text).map((fact) => fact.name)).toContain(name));
