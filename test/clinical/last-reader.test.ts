/** What no rule has a word of: measured on messages of authors that the reader was not trained on, and what cannot silence it. */
import { describe, expect, it } from 'vitest';
import { redFlagsOver } from '../../src/clinical/index.ts';
import { redFlags, SOUNDS_URGENT } from '../../src/clinical/red-flags/red-flags.ts';
import { type Authored, authored } from '../eval/cases/alarms/authored.ts';

const TEST = authored('test');

/** An alarm at one of its turns. */
function alarmsOf({ turns }: Authored): string[] {
  const found = turns.map((text, nth) => redFlagsOver(turns.slice(0, nth), text).map(({ family }) => family));
  return found.find((families) => families.length > 0) ?? [];
}

function shareOf(rows: readonly Authored[], holds: (row: Authored) => boolean): number {
  return rows.filter(holds).length / rows.length;
}

describe('messages of other authors', () => {
  const urgent = TEST.filter((row) => row.urgent);
  const others = TEST.filter((row) => !row.urgent);
  const isHeard = (row: Authored) => alarmsOf(row).includes(SOUNDS_URGENT);

  it('of emergencies, most raise an alarm', () => {
    expect(shareOf(urgent, (row) => alarmsOf(row).length > 0)).toBeGreaterThan(0.92);
    expect(shareOf(urgent, isHeard)).toBeGreaterThan(0.1);
  });

  it('of others, it alarms hardly any', () => {
    expect(shareOf(others, isHeard)).toBeLessThan(0.02);
  });
});

describe('nothing that is said beside it silences it', () => {
  const heard = TEST.filter(({ turns: [text = ''], turns }) => {
    return turns.length === 1 && redFlags(text).some(({ family }) => family === SOUNDS_URGENT);
  }).map(({ text }) => text.replace(/[.!?]*$/, '.'));

  it.each([
    ['I am doing a first aid course next month.', ''],
    ['', 'I am doing a first aid course next month.'],
    ['I used to smoke.', 'My sister had her appendix out in 1998.'],
    ['Hello, hope you are well.', 'Thanks, no rush with the answer.'],
  ])('“%s” before, “%s” after', (before, after) => {
    expect(heard.length).toBeGreaterThan(20);
    const silenced = heard.filter((text) => redFlags(`${before} ${text} ${after}`.trim()).length === 0);
    expect(silenced).toEqual([]);
  });
});

describe('what it is not asked about', () => {
  it.each([
    'Potassium 4.1, sodium 139, urea 5.2, creatinine 71, ALT 22, ALP 80, bilirubin 9, albumin 43, calcium 2.3, CRP 1, Hb 139, WBC 6.2, platelets 245',
    'In the film the man is lying on the floor grey and quiet, his wife shakes him and nothing comes, and nobody in that house thinks of ringing anyone.',
  ])('%s', (text) => {
    expect(redFlags(text)).toEqual([]);
  });
});

it('what was an alarm before this message is none of it', () => {
  const [first] = TEST.filter((row) => row.turns.length === 1 && alarmsOf(row).includes(SOUNDS_URGENT));
  expect(first).toBeDefined();
  expect(redFlagsOver([first?.text ?? ''], 'ok thanks, that is good to know')).toEqual([]);
});
