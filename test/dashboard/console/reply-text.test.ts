/** What the banners above an answer say is not said again in it, also while it arrives. */
import { expect, test } from 'vitest';
import { replyText } from '../../../dashboard/console/pages/conversation/reply-text.ts';

const ADVICE = 'Call 112 now.';
const WARNING = 'Careful: an allergy to Penicillin is known.';
const turn = {
  reply: null,
  draft: '',
  red_flags: [{ advice: ADVICE }],
  medicine_warnings: [{ text: WARNING }],
};

test.each([
  [`${ADVICE}\n${WARNING}\n\nNot before a doctor agreed.`, 'Not before a doctor agreed.'],
  [`${WARNING}\n\nNot before a doctor agreed.`, 'Not before a doctor agreed.'],
  [`${ADVICE}\n${WARNING}`, ''],
  [`No. ${WARNING}`, `No. ${WARNING}`],
])('of the reply %j the text %j is left', (reply, left) => {
  expect(replyText({ ...turn, reply })).toBe(left);
});

test('nothing of a banner flashes up while the reply arrives', () => {
  const whole = `${ADVICE}\n${WARNING}\n\nNo.`;
  const shown = Array.from(whole, (_, end) => replyText({ ...turn, draft: whole.slice(0, end + 1) }));
  expect([...new Set(shown)]).toEqual(['', 'N', 'No', 'No.']);
});
