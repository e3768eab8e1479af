/** Alcohol or a sedative that was stopped at once, with a sign of withdrawal; and an accident that is no self-harm. */
import { describe, expect, test } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

describe('withdrawal', () => {
  test.each([
    'drank a bottle of whisky a day for years and stopped yesterday, hands shaking',
    'My husband stopped drinking two days ago and he is seeing spiders on the wall that are not there',
    'ran out of xanax on Friday, been on it 5 years, trembling and heart racing',
    'alcoholic, no drink since Sunday, hands trembling badly',
  ])('%s', (text) => expect(familiesOf(text)).toContain('withdrawal'));

  test.each([
    'my hands shake, I stopped drinking coffee yesterday',
    'My baby stopped drinking and is shaking',
    'had a few beers, we stopped at the shop, I was shaking with cold',
    'I quit vodka two years ago and my hands still shake a bit',
    'I stopped drinking alcohol 3 days ago and feel fine',
    'how do I stop drinking alcohol safely? I drink every day',
  ])('none: %s', (text) => expect(familiesOf(text)).not.toContain('withdrawal'));
});

describe('a cut by accident', () => {
  test.each(['cut myself on a rusty nail. tetanus?', 'He cut himself on the mower blade'])('%s', (text) =>
    expect(familiesOf(text)).not.toContain('suicidal_thoughts'),
  );

  test.each(['I cut myself last night', 'I cut myself on purpose', 'I cut myself on the thigh with a razor'])(
    'not this one: %s',
    (text) => expect(familiesOf(text)).toContain('suicidal_thoughts'),
  );
});
