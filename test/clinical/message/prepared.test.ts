/** What the readers of a message get: typing errors corrected, sentences without a mark apart, and quotes as they were written. */
import { describe, expect, test } from 'vitest';
import { extractFindings } from '../../../src/clinical/extract/findings.ts';
import { prepared } from '../../../src/clinical/message/prepared.ts';
import { redFlags } from '../../../src/clinical/red-flags/red-flags.ts';

const AT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'Europe/London' };

describe('a mistyped word is read as what was meant', () => {
  test.each([
    ['chwst pain', 'chest pain'],
    ['my 6 weeek old has a fevver', 'my 6 week old has a fever'],
    ['both my legs are waek', 'both my legs are weak'],
    ['Preasure in chest', 'Pressure in chest'],
    ['whta is placenta previa?', 'what is placenta previa?'],
    ['she woont wake up', 'she wont wake up'],
    ['temp 38.6, 2 minth old', 'temp 38.6, 2 month old'],
  ])('%s', (written, meant) => {
    expect(prepared(written).text).toBe(meant);
  });
});

describe('what is no typing error stays as it was written', () => {
  test.each([
    'I saw Dr Kowalczyk on sunday in Crete',
    'Owen is the one with asthma',
    'see https://example.org/recipe/soup',
    'me duele mucho el pecho y no puedo respirar',
    'it does nott hurt',
    'alot of pain, youre right',
  ])('%s', (written) => {
    expect(prepared(written).text).toBe(written);
  });
});

describe('a sentence about something else ends before a finding, without a mark', () => {
  test.each([
    ['My car is at the garage serum sodium 117 mEq/L', 'My car is at the garage'],
    ['I broke my wrist ten years ago chest pain', 'I broke my wrist ten years ago'],
    ['I used to smoke and bp is 210 over 120', 'I used to smoke'],
    ['We are building a shed in the autumn legs went numb', 'We are building a shed in the autumn'],
    [
      'We read about the lungs and learned about stars at school once spewing blood',
      'We read about the lungs and learned about stars at school once',
    ],
    ['I broke my leg when I was a child she is gasping for air', 'I broke my leg when I was a child'],
    ["I don't eat cheese hives all over", "I don't eat cheese"],
    ['The tap needs fixing severe belly pain', 'The tap needs fixing'],
    ['I used to swim every week on warfarin', 'I used to swim every week'],
    ['The baker next door sells old maps severe chest pain', 'The baker next door sells old maps'],
    ['I have never been to Peru stomach cramps', 'I have never been to Peru'],
    ['We have to water the allotment naproxen and warfarin', 'We have to water the allotment'],
    ['I take warfarin can I have ibuprofen', 'I take warfarin'],
    ['pressure on my chest what should I do', 'pressure on my chest'],
    ['He ate a walnut His lips are huge', 'He ate a walnut'],
  ])('%s', (written, sentence) => {
    expect(prepared(written).text.split('\n')[0]).toBe(sentence);
  });
});

test.each([
  'My roommate has a terrible headache and a stiff neck',
  'my son swallowed a coin and now can’t breathe',
  'I am three months pregnant and bleeding',
  'I found my husband unresponsive',
  'I just checked my blood pressure',
  'how many tablets can I take',
  'My Chest Hurts And My Arm Is Numb',
  'my son is bruised and says daddy did it',
  'heart attack, is it hereditary',
])('one sentence stays one: %s', (written) => {
  expect(prepared(written).text).toBe(written);
});

describe('an abbreviation in small letters is read, where it is no word of its own', () => {
  test.each([
    ['my gp gave me tablets', 'my GP gave me tablets'],
    ['rr 34 and sats 88', 'RR 34 and sats 88'],
    ['labs say k 6.9', 'labs say K 6.9'],
    ['i take vitamin k every day', 'i take vitamin k every day'],
    ['add it to the map', 'add it to the map'],
    ['i slept for 2 hr at most', 'i slept for 2 hr at most'],
  ])('%s', (written, read) => {
    expect(prepared(written).text).toBe(read);
  });
});

describe('a greeting is left out, unless there is nothing else', () => {
  test.each([
    ['Good morning, what foods help with bloating', 'what foods help with bloating'],
    ['Hi doctor, chest pain', 'chest pain'],
    ['Hello all!\nmy tooth hurts', 'my tooth hurts'],
    ["I'm sorry to bother you again but my tooth hurts", 'my tooth hurts'],
    ['Good morning everyone', 'Good morning everyone'],
    ['Hello doctor.', 'Hello doctor.'],
    ['good morning sickness cure', 'good morning sickness cure'],
    ['Hey Jude is my favourite song', 'Hey Jude is my favourite song'],
  ])('%s', (written, read) => {
    expect(prepared(written).text).toBe(read);
  });

  test('and what is found after it stands where it was written', () => {
    const written = 'Good morning, I have a headache';
    const [found] = extractFindings(written, AT);
    expect(found && written.slice(found.start, (found.start ?? 0) + found.quote.length)).toBe('headache');
  });
});

describe('what is all in capitals is read as if it were not', () => {
  test.each([
    ["OVERHEATING AND CAN'T COOL DOWN", "Overheating and can't cool down"],
    ["I'M AFRAID SHE ISN'T WELL", "I'm afraid she isn't well"],
    ['NA 112', 'Na 112'],
    ['PH: 7.1', 'pH: 7.1'],
    ['LABS TODAY K+ 6.9 CR 3.1', 'Labs today K+ 6.9 Cr 3.1'],
    ['MRI AND CT', 'MRI AND CT'],
  ])('%s', (written, read) => {
    expect(prepared(written).text).toBe(read);
  });
});

test('a finding is quoted in the words of the message', () => {
  const written = 'since monday a stomahc ache and diarhea';
  const quotes = extractFindings(written, AT).map(({ quote, start = 0 }) => [
    quote,
    written.slice(start, start + quote.length),
  ]);
  expect(quotes.length).toBeGreaterThan(0);
  for (const [quote, there] of quotes) expect(quote).toBe(there);
  expect(quotes.map(([quote]) => quote)).toContain('diarhea');
});

test('the evidence of an alarm is where it stands in the message', () => {
  const written = 'the weater is lovely today he cant breathe';
  const [flag] = redFlags(written);
  expect(flag && written.slice(flag.evidence.start, flag.evidence.end)).toContain('breathe');
});

test('what is prepared is not changed again', () => {
  const { text } = prepared('I used to smoke chwst pain');
  expect(prepared(text).text).toBe(text);
});
