/** A model is measured through the agents' own configs, against a server that speaks Gemini's protocol. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AgentScript, startScriptedHealth } from '../support/scripted-health.ts';
import { createModelReader } from './model-reader.ts';

describe('a model as a reader', () => {
  it('routes by what TriageAgent calls for, and asks nobody else', async () => {
    const { server, reader } = await scripted({
      TriageAgent: ({ lastUserText }) =>
        lastUserText.startsWith('http') ? { calls: [{ name: 'handle_url_request', args: {} }] } : undefined,
    });
    expect(await reader.triage('My knee hurts', ['I fell yesterday'])).toMatchObject({ route: 'patient_consult' });
    expect(await reader.triage('https://example.org/x')).toMatchObject({ route: 'url' });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]?.tools).toEqual(['handle_url_request', 'transfer_to_agent']);
    expect(server.requests[0]?.contents).toHaveLength(2);
  });

  it('gathers what the four extractors read', async () => {
    const fact = { kind: 'symptom', name: 'Knee pain', quote: 'knee hurts' };
    const { server, reader } = await scripted({
      DataExtractorAgent: () => ({ text: JSON.stringify({ facts: [fact] }) }),
      MedicalContextAgent: () => ({ blocked: 'SAFETY', where: 'prompt' }),
    });
    expect(await reader.extract('My knee hurts')).toMatchObject([fact]);
    expect(server.requests).toHaveLength(4);
    expect(reader.unanswered?.()).toBe(1);
  });

  it('says what to set when there is no key', async () => {
    await expect(createModelReader('gemini', {})).rejects.toThrow(/GEMINI_API_KEY/);
    await expect(createModelReader('openai', {})).rejects.toThrow(/OPENAI_BASE_URL/);
  });
});

async function scripted(scripts: Record<string, AgentScript>) {
  const server = await startScriptedHealth(scripts);
  onTestFinished(() => server.close());
  const reader = await createModelReader('gemini', { GEMINI_API_KEY: 'any', GEMINI_BASE_URL: server.url });
  return { server, reader };
}
