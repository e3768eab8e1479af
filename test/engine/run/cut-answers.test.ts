/** An answer that reached its largest length is not passed off as a whole one. */
import { describe, expect, test } from 'vitest';
import { llm, startDemo } from './demo.ts';

const CUT = { finish: 'MAX_TOKENS' };
const FACTS = { text: JSON.stringify({ facts: [] }) };
/** Long enough that showing it all again would fill a small context. */
const HALF = `{"facts":[${'{"kind":"symptom"},'.repeat(200)}`;

describe('a text', () => {
  test('that is cut is said and kept, and the turn says so', async () => {
    const demo = await startDemo({ agents: { Solo: llm() }, scripts: { Solo: () => ({ text: 'You sho', ...CUT }) } });
    const turn = await demo.tell('What now?');
    expect(turn).toMatchObject({ status: 'degraded', reply: 'You sho', error: { code: 'cut', agent: 'Solo' } });
    expect(turn.error?.detail).toMatch(/max_output_tokens/);
    expect(demo.asked('Solo')).toBe(1);
  });

  test('that is whole is not marked', async () => {
    const demo = await startDemo({ agents: { Solo: llm() }, scripts: { Solo: () => ({ text: 'You should.' }) } });
    expect(await demo.tell('What now?')).toMatchObject({ status: 'completed', error: null });
  });

  test('before a tool call is nothing that anybody reads', async () => {
    const demo = await startDemo({
      agents: { Solo: llm({ tools: ['current_time'] }) },
      scripts: {
        Solo: (_, nth) => (nth === 1 ? { calls: [{ name: 'current_time', args: {} }], ...CUT } : { text: 'Eight.' }),
      },
    });
    expect(await demo.tell('What time is it?')).toMatchObject({ status: 'completed', reply: 'Eight.' });
  });
});

describe('a structured answer', () => {
  const agents = { Solo: llm({ output: 'DataExtraction' }) };

  test('that is cut is asked for once more, shorter, and is not shown again as a whole', async () => {
    const demo = await startDemo({
      agents,
      scripts: { Solo: (_, nth) => (nth === 1 ? { text: HALF, ...CUT } : FACTS) },
    });
    await demo.tell('I am well.');
    const [, again] = demo.requests('Solo');
    expect(demo.asked('Solo')).toBe(2);
    expect(again?.lastUserText).toMatch(/cut off.*shorter/s);
    expect(JSON.stringify(again?.contents).length).toBeLessThan(HALF.length);
  });

  test('that is cut twice is given up', async () => {
    const demo = await startDemo({ agents, scripts: { Solo: () => ({ text: HALF, ...CUT }) } });
    expect(await demo.tell('I am well.')).toMatchObject({ error: { code: 'limit_reached', agent: 'Solo' } });
    expect(demo.asked('Solo')).toBe(2);
  });

  test('that was complete before the cut is taken', async () => {
    const demo = await startDemo({ agents, scripts: { Solo: () => ({ ...FACTS, ...CUT }) } });
    expect((await demo.tell('I am well.')).error?.code).not.toBe('cut');
    expect(demo.asked('Solo')).toBe(1);
  });
});
