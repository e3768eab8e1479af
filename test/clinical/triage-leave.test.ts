/** In a conversation about health, whether the writer may do something with their body is no other subject, whatever the day is. */
import { expect, test } from 'vitest';
import { triage } from '../../src/clinical/index.ts';

const after = (text: string) => triage(text, { previousRoute: 'patient_consult' }).route;

test.each([
  "Can I get my eyebrows waxed for my cousin's wedding next week? and is it ok to drink there",
  'and am I allowed to get a tattoo in Ibiza in July with my mates from uni, we booked the parlour already',
  'Could I have a few beers at the football on Saturday when Leeds play Chelsea in the cup',
  'Am I ok to do the Great North Run in September, I raised money for the school roof',
  'Can I drink at the wedding?',
])('goes on with the conversation: %s', (text) => {
  expect(after(text)).toBe('patient_consult');
  expect(triage(text, {}).route).toBe('non_health');
});

test.each([
  "Can I run a pivot table in Excel for my boss's budget meeting on Monday, and is it ok to share it",
  'can you book a table for two at the Italian place near the station on Friday night please',
  "Can I get a refund for my cousin's wedding present from John Lewis next week, I lost the receipt",
  "Can I paint my fence in the rain, it's cedar and the neighbours want it done by the weekend",
])('is refused: %s', (text) => expect(after(text)).toBe('non_health'));
