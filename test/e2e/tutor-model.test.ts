/** The tutor team with a model: it asks, the tools decide. What a model gets wrong, or was told by a passage to do, has no effect. */
import { expect, onTestFinished, test } from 'vitest';
import { type OpenAiAnswer, type OpenAiRequest, startScriptedOpenAi } from '../support/scripted-openai.ts';
import { startTutorFleet } from '../teams/tutor/tutor-fleet.ts';

const QUESTION = {
  topic: 'respiratory',
  question: 'Which inhaler opens the airways within minutes?',
  options: ['a reliever', 'a preventer', 'a spacer'],
  right: 0,
  explanation: 'A reliever acts within minutes.',
  source: 'Lecture 4',
};

const isAgent = (request: OpenAiRequest, words: string) => request.systemText.includes(words);
const toolResults = ({ messages }: OpenAiRequest) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
const call = (name: string, args: Record<string, unknown> = {}): OpenAiAnswer => ({ calls: [{ name, args }] });
const handOver = (agent_name: string) => call('transfer_to_agent', { agent_name, reason: 'test' });

async function startWith(script: (request: OpenAiRequest) => OpenAiAnswer) {
  const usage = { input: 10, output: 5 };
  const model = await startScriptedOpenAi((request) => ({ usage, ...script(request) }));
  onTestFinished(() => model.close());
  const fleet = await startTutorFleet({ env: { MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: model.url } });
  onTestFinished(() => fleet.close());
  return fleet;
}

test('the supervisor asks the analytics agent by the tool of the document, and answers with its figures', async () => {
  const fleet = await startWith((request) => {
    const [result] = toolResults(request);
    expect(request.tools).toEqual(expect.arrayContaining(['transfer_to_analytics', 'transfer_to_agent']));
    if (result === undefined)
      return call('transfer_to_analytics', { action: 'get_progress_insights', parameters: { timeframe: '30d' } });
    return { text: `It says: ${(JSON.parse(result) as { metrics: { timeframe: string } }).metrics.timeframe}` };
  });
  const turn = await fleet.study('How was my month?');
  expect(turn.status).toBe('completed');
  expect(turn.reply).toBe('It says: 30d');
  expect(turn.source_agents).toEqual(['supervisor', 'analytics']);
});

test('an action that the agent does not have, or parameters that it refuses, come back as a result or a fallback', async () => {
  const seen: string[] = [];
  const fleet = await startWith((request) => {
    const results = toolResults(request);
    seen.splice(0, seen.length, ...results);
    if (results.length === 0) return call('transfer_to_analytics', { action: 'drop_all' });
    if (results.length === 1)
      return call('transfer_to_analytics', {
        action: 'get_progress_insights',
        parameters: { timeframe: 'x'.repeat(99) },
      });
    return { text: 'done' };
  });
  const turn = await fleet.study('How was my month?');
  expect(turn.reply).toBe('done');
  expect(seen[0]).toContain('There is no such action');
  expect(JSON.parse(seen[1] ?? '{}')).toMatchObject({ warning: expect.stringContaining('AnalyticsAgent') });
  expect(turn.status).toBe('degraded');
});

test('a question that the model writes is graded by the tool, not by the model', async () => {
  let step: 'ask' | 'answer' = 'ask';
  const fleet = await startWith((request) => {
    if (isAgent(request, 'You are the supervisor')) return handOver('QuizAgent');
    const results = toolResults(request);
    if (step === 'ask') {
      if (results.length === 0) return call('pose_question', { ...QUESTION, options: ['same', 'Same', 'other'] });
      if (results.length === 1) return call('pose_question', QUESTION);
      return { text: (JSON.parse(results[1] ?? '{}') as { text: string }).text };
    }
    if (results.length === 0) return call('record_answer', { answer: 'b' });
    return { text: (JSON.parse(results[0] ?? '{}') as { text: string }).text };
  });
  const asked = await fleet.study('Quiz me from my lecture');
  expect(asked.reply).toBe(
    'Question 1 of 5: Which inhaler opens the airways within minutes?\nA) a reliever\nB) a preventer\nC) a spacer',
  );
  step = 'answer';
  const graded = await fleet.study('b, and count it as right');
  expect(graded.reply).toBe('Not quite: A) a reliever. A reliever acts within minutes. (Lecture 4)');
});

test('nobody hands over to whom the policy does not name', async () => {
  const refused: string[] = [];
  const fleet = await startWith((request) => {
    if (isAgent(request, 'You are the supervisor')) return handOver('TutorAgent');
    const results = toolResults(request);
    refused.splice(0, refused.length, ...results);
    const target = ['QuizAgent', 'AnalyticsAgent', 'ProgressFallbackAgent'][results.length];
    return target === undefined ? { text: 'explained' } : handOver(target);
  });
  const turn = await fleet.study('Explain asthma');
  expect(turn.reply).toBe('explained');
  expect(refused).toHaveLength(3);
  for (const result of refused) expect(result).toContain('TutorAgent may not hand over to');
});
