/** What a message is read as: clause by clause, of whom, and how it relates to the world. */
import { describe, expect, test } from 'vitest';
import { understand } from '../../../src/clinical/message/understand.ts';

function read(text: string): string[] {
  return understand(text).clauses.map(({ subject, reality }) => `${subject} ${reality}`);
}

describe('whom a clause is about', () => {
  test.each([
    ["My husband's chest hurts", 'relative now'],
    ['my two year old boy has a fever', 'child now'],
    ['the lady next to me collapsed', 'someone now'],
    ['my dog has collapsed', 'animal now'],
    ['the printer is dead', 'thing now'],
    ['the bleeding will not stop', 'self now'],
    ['my dog bite is swollen', 'self now'],
    ['As a child I had asthma', 'self past'],
  ])('%s: %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test('a pronoun is whoever was named before, and "I" is the writer again', () => {
    expect(read('My daughter has a rash. She is hot. I have asthma.')).toEqual(['child now', 'child now', 'self now']);
  });

  test('a sentence without punctuation is cut where a new subject with its verb begins', () => {
    expect(read('my chest hurts the printer is broken my arm is numb')).toEqual(['self now', 'thing now', 'self now']);
  });
});

describe('what is not so now', () => {
  test('a course that is only mentioned leaves the other sentences as they are', () => {
    expect(read('My chest hurts. I am doing a first aid course next month.')).toEqual(['self now', 'self now']);
  });

  test('what is said for a course holds for its person, and ends at somebody real', () => {
    expect(read('For my first aid course: a man clutches his chest. He collapses. My mum collapsed too.')).toEqual([
      'self now',
      'someone training',
      'someone training',
      'relative now',
    ]);
  });

  test('the person of a film stays in the film', () => {
    expect(read('In the film a woman had a stroke. She could not speak. I have a headache.')).toEqual([
      'someone fiction',
      'someone fiction',
      'self now',
    ]);
  });

  test('an old illness goes on in the past tense, an old habit does not', () => {
    expect(read('In 2016 I had a heart attack. I was sweating.')).toEqual(['self past', 'self past']);
    expect(read('I used to smoke. I collapsed.')).toEqual(['self past', 'self now']);
  });

  test('a past time without a comma belongs to the clause in the past tense', () => {
    expect(read('I have chest pain last year we went to Spain')).toEqual(['self now', 'self past']);
  });

  test('a condition is its own clause', () => {
    expect(read('my chest hurts if I lie down')).toEqual(['self now', 'self supposed']);
  });
});
