import { expect, test } from 'vitest';
import { nearest, suggest } from '../../src/platform/nearest.ts';

test('a typing error is matched to its name: a letter lost, doubled, swapped or in the wrong case', () => {
  const names = ['fetch_page', 'current_time', 'video_insight'];
  for (const slip of ['fetch_pge', 'fetch_paage', 'fecth_page', 'Fetch_Page', 'fetchpage']) {
    expect(nearest(slip, names)).toBe('fetch_page');
  }
});

test('of two near names the nearer is offered, and a far one is not guessed', () => {
  expect(nearest('HealthConsultantLiteAgnt', ['HealthConsultantAgent', 'HealthConsultantLiteAgent'])).toBe(
    'HealthConsultantLiteAgent',
  );
  expect(nearest('send_mail', ['fetch_page', 'current_time'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});

test('without a near name, those that exist are listed', () => {
  expect(suggest('zzz', ['a1b2', 'c3d4'])).toBe('use one of a1b2, c3d4');
  expect(suggest('zzz', [])).toBe('remove it, there are none yet');
  expect(
    suggest(
      'zzzz',
      Array.from({ length: 20 }, (_, i) => `tool${i}`),
    ),
  ).toMatch(/tool11, …$/);
});
