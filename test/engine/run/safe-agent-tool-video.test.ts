/** Links to videos: YouTube goes to video insight, Vimeo is refused with the document's text, all else goes to the nested agent. */
import { expect, test } from 'vitest';
import type { AgentScript } from '../../support/scripted-health.ts';
import { type Demo, llm, startDemo, toolAnswers, VIDEO } from './demo.ts';

const VIMEO_REPLY = 'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.';
const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

function start(scripts: Record<string, AgentScript> = {}): Promise<Demo> {
  return startDemo({
    agents: {
      Front: llm({
        tools: [
          {
            agent: 'Reader',
            name: 'read_url',
            fallback: 'I could not read that.',
            status_key: 'url_status',
            result_key: 'url_result',
            first: 'video_answer',
          },
        ],
      }),
      Reader: llm(),
    },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { output?: string }[];
        return answer
          ? { text: String(answer.output) }
          : { calls: [{ name: 'read_url', args: { request: request.lastUserText } }] };
      },
      ...scripts,
    },
  });
}

test.each([WATCH, 'https://youtu.be/dQw4w9WgXcQ?si=tracking'])('%s is watched, not read', async (url) => {
  const demo = await start({ [VIDEO]: () => ({ text: 'It shows breathing exercises.' }) });
  const turn = await demo.tell(`What does ${url} say about asthma?`);
  expect(turn).toMatchObject({ status: 'completed', reply: 'It shows breathing exercises.' });
  const [asked] = demo.requests(VIDEO);
  expect(asked?.contents[0]?.parts).toEqual([
    { fileData: { fileUri: WATCH, mimeType: 'video/mp4' } },
    { text: `What does ${url} say about asthma?` },
  ]);
  expect(demo.asked('Reader')).toBe(0);
  expect(await demo.stateOf(turn)).toMatchObject({
    url_status: 'success',
    url_result: 'It shows breathing exercises.',
  });
  // Two calls of Front and the one that watched.
  expect(turn.usage).toMatchObject({ model_calls: 3, input_tokens: 300, output_tokens: 30 });
});

test('a Vimeo link is refused in the document’s words, without asking a model about it', async () => {
  const demo = await start();
  const turn = await demo.tell('And https://vimeo.com/76979871 ?');
  expect(turn).toMatchObject({ status: 'completed', reply: VIMEO_REPLY });
  expect([demo.asked('Reader'), demo.asked(VIDEO), demo.asked('Front')]).toEqual([0, 0, 2]);
});

test('a link that the caller has left out of its request is still found in the user’s words', async () => {
  const demo = await start({
    Front: (request) => {
      const [answer] = toolAnswers(request) as { output?: string }[];
      return answer
        ? { text: String(answer.output) }
        : { calls: [{ name: 'read_url', args: { request: 'Sum it up.' } }] };
    },
    [VIDEO]: () => ({ text: 'A summary.' }),
  });
  expect(await demo.tell(`${WATCH} please`)).toMatchObject({ reply: 'A summary.' });
  expect(demo.requests(VIDEO)[0]?.lastUserText).toBe('Sum it up.');
});

test('a video that only the caller has named is not watched', async () => {
  const demo = await start({
    Front: (request) => {
      const [answer] = toolAnswers(request) as { output?: string }[];
      return answer
        ? { text: String(answer.output) }
        : { calls: [{ name: 'read_url', args: { request: `Sum up ${WATCH}` } }] };
    },
    Reader: () => ({ text: 'No video.' }),
  });
  expect(await demo.tell('Hello')).toMatchObject({ reply: 'No video.' });
  expect(demo.asked(VIDEO)).toBe(0);
});

test.each([
  ['cannot be watched', { error: { status: 400 } }],
  ['cannot be reached for now', { error: { status: 503 } }],
  ['says nothing', { text: '' }],
] as const)('a video that %s is left to the nested agent', async (_, answer) => {
  const demo = await start({ [VIDEO]: () => answer, Reader: () => ({ text: 'The page around it says hello.' }) });
  const turn = await demo.tell(`What does ${WATCH} say?`);
  expect(turn).toMatchObject({ status: 'completed', reply: 'The page around it says hello.' });
  expect([demo.asked(VIDEO), demo.asked('Front')]).toEqual([1, 2]);
});

test('a 429 while watching pauses and watches again', async () => {
  const demo = await start({
    [VIDEO]: (_request, nth) => (nth === 1 ? { error: { status: 429, retryDelay: '0.3s' } } : { text: 'Watched.' }),
  });
  expect(await demo.tell(`What does ${WATCH} say?`)).toMatchObject({ status: 'completed', reply: 'Watched.' });
  expect(demo.asked('Reader')).toBe(0);
});

test('any other link goes to the nested agent', async () => {
  const demo = await start({ Reader: () => ({ text: 'It is about asthma.' }) });
  const turn = await demo.tell('What does https://example.org/asthma say?');
  expect(turn.reply).toBe('It is about asthma.');
  expect(demo.requests('Reader')[0]?.lastUserText).toBe('What does https://example.org/asthma say?');
});
