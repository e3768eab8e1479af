/** The offline provider itself, and its agents other than the consultants. */
import { describe, expect, it } from 'vitest';
import { routeOf } from '../../../../src/engine/run/route.ts';
import { EXTRACTIONS } from '../../../../src/record/mention.ts';
import { MACHINA_MED_STATE } from '../../../../src/teams/health/machina-med-state.ts';
import { ROUTES } from '../../../../src/teams/health/routes.ts';
import { ask, called, chunksFor, model, offline, request, responded, user } from './support.ts';

const SENTENCE =
  'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?';

describe('the provider', () => {
  it.each(['GoogleSearchAgent', 'Nobody'])('says what to configure when %s needs a model', async (agent) => {
    const asking = chunksFor(request(agent, [user('hello')]));
    await expect(asking).rejects.toMatchObject({ code: 'model_required' });
    await expect(asking).rejects.toThrow(new RegExp(`${agent}.*GEMINI_API_KEY.*OPENAI_BASE_URL`));
  });

  it('streams in pieces that join to the whole answer, and costs nothing', async () => {
    const chunks = await chunksFor(request('TriageAgent', [user('What is the capital of France?')]));
    const texts = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join('')).toMatch(/^I can only help with health-related questions\. .* medical topics\.$/);
    const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' };
    expect(chunks.at(-1)).toEqual({ type: 'usage', usage });
  });

  it('gives the same answer every time, call ids included, so that a replay agrees with its journal', async () => {
    const asked = request('TriageAgent', [user('What is hypertension?')]);
    expect(await chunksFor(asked)).toEqual(await chunksFor(asked));
  });

  it('stops at once when the turn is cancelled', async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of offline.stream(request('TriageAgent', [user('Sing a song')]), controller.signal)) {
        seen.push(chunk);
        controller.abort(new Error('cancelled by the user'));
      }
    })();
    await expect(reading).rejects.toThrow('cancelled by the user');
    expect(seen).toHaveLength(1);
  });
});

describe('TriageAgent', () => {
  it('answers a language that it cannot read in that language, with the number of the place', async () => {
    const asked = request('TriageAgent', [user('Mi hija tiene tos y mocos desde ayer')]);
    const state = { [MACHINA_MED_STATE]: { user_location: { timezone: 'Europe/London' } } };
    const answer = await ask({ ...asked, context: { ...asked.context, state } });
    expect(answer.calls).toEqual([]);
    expect(answer.text).toMatch(/^Por ahora solo puedo leer inglés\. .*llame ya al 999\./);
    expect(routeOf(ROUTES, 'TriageAgent', answer)).toMatchObject({ route: 'patient_consult' });
  });

  it.each([
    [SENTENCE, 'HealthConsultantAgent'],
    ['What is hypertension?', 'HealthConsultantLiteAgent'],
  ])('hands over: %s', async (text, agent_name) => {
    const { calls, text: said } = await ask(request('TriageAgent', [user(text)]));
    expect(calls).toMatchObject([{ name: 'transfer_to_agent', args: { agent_name, reason: expect.any(String) } }]);
    expect(said).toBe('');
  });

  it('the reason of a hand-over contains nothing personal', async () => {
    const { calls } = await ask(request('TriageAgent', [user(SENTENCE)]));
    expect(calls[0]?.args.reason).not.toMatch(/metformin|120|hba1c/i);
  });

  it('answers a list request by itself', async () => {
    expect((await ask(request('TriageAgent', [user('Show me all my medications')]))).text).toBe(
      'Please use the Medications section in the side panel to view your complete medications.',
    );
  });

  it('has a link read with the whole message, then passes the result on unchanged', async () => {
    const text = 'Is https://example.org/page right about salt?';
    const first = await ask(request('TriageAgent', [user(text)]));
    expect(first.calls).toMatchObject([{ name: 'handle_url_request', args: { request: text } }]);
    const messages = [user(text), called('handle_url_request'), responded('handle_url_request', 'The page says so.')];
    expect(await ask(request('TriageAgent', messages))).toMatchObject({ text: 'The page says so.', calls: [] });
  });

  it('reads the new link although an earlier turn had one', async () => {
    const messages = [user('https://example.org/a'), model('The first page.'), user('and https://example.org/b ?')];
    expect((await ask(request('TriageAgent', messages))).calls).toMatchObject([{ name: 'handle_url_request' }]);
  });

  it.each(['refused', 'error'])('says that the hand-over was not possible (%s)', async (status) => {
    const messages = [
      user('What is gout?'),
      called('transfer_to_agent'),
      responded('transfer_to_agent', { status, reason: 'x' }),
    ];
    const { text, calls } = await ask(request('TriageAgent', messages));
    expect(calls).toEqual([]);
    expect(text).toContain('has not been answered');
  });

  it('keeps a follow-up with the consultant who was being asked', async () => {
    const messages = [user('I have had a cough for a week'), model('…'), user('And at night?')];
    expect((await ask(request('TriageAgent', messages))).calls[0]?.args.agent_name).toBe('HealthConsultantAgent');
    const general = [user('What is chickenpox?'), model('…'), user('Is it contagious?')];
    expect((await ask(request('TriageAgent', general))).calls[0]?.args.agent_name).toBe('HealthConsultantLiteAgent');
    expect((await ask(request('TriageAgent', [user('And at night?')]))).text).toMatch(/^I can only help/);
  });
});

describe('the extractors', () => {
  it.each([
    [
      'MedicalMeasurementsAgent',
      'MedicalMeasurements',
      ['Systolic blood pressure', 'Diastolic blood pressure', 'HbA1c'],
    ],
    ['MedicalContextAgent', 'MedicalContextExtraction', ['Metformin']],
  ] as const)('%s answers in its schema with what the message says', async (agent, schema, names) => {
    const { text } = await ask(request(agent, [user(SENTENCE)], { output: {} }));
    const { facts } = EXTRACTIONS[schema].parse(JSON.parse(text));
    expect(facts.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
  });

  it.each([
    ['DataEntryAgent', 'DataEntryExtraction'],
    ['DataExtractorAgent', 'DataExtraction'],
  ] as const)('%s stays within its schema', async (agent, schema) => {
    for (const text of [SENTENCE, 'I have asthma and I am allergic to penicillin. Record my weight as 80 kg.', '']) {
      const answer = await ask(request(agent, [user(text)], { output: {} }));
      expect(() => EXTRACTIONS[schema].parse(JSON.parse(answer.text))).not.toThrow();
    }
  });

  it('extracts nothing from the words inside a link, and keeps the offsets of the others', async () => {
    const text = 'Sum up https://example.org/asthma/fever please, I have gout';
    const { facts } = EXTRACTIONS.DataExtraction.parse(
      JSON.parse((await ask(request('DataExtractorAgent', [user(text)], { output: {} }))).text),
    );
    expect(facts.map(({ name, quote, start }) => [name, quote, start])).toEqual([
      ['Gout', 'gout', text.indexOf('gout')],
    ]);
  });

  it('reads only the current message, not the history again', async () => {
    const messages = [user('My weight is 80 kg'), model('ok'), user('My HbA1c was 6.5%')];
    const { facts } = EXTRACTIONS.MedicalMeasurements.parse(
      JSON.parse((await ask(request('MedicalMeasurementsAgent', messages, { output: {} }))).text),
    );
    expect(facts.map(({ name }) => name)).toEqual(['HbA1c']);
  });
});

describe('UrlHandlerAgent', () => {
  const text = 'What does https://example.org/salt. say about salt and blood pressure?';
  const page = {
    title: 'Eating well',
    url: 'https://example.org/salt',
    status: 200,
    truncated: false,
    text: 'Menu\nHome\nThis page is about eating well at every age and on every budget.\nFruit is good for you and comes in many colours and shapes.\nToo much salt can raise blood pressure in many people.\nWalking every day is a good way to keep your joints moving.\nCooking at home lets you choose what goes into your meal.\nMost salt in the diet comes from bread and ready meals.\nDrink enough water when it is hot outside in summer.',
  };

  it('opens the address as written, without the sentence’s punctuation', async () => {
    expect((await ask(request('UrlHandlerAgent', [user(text)]))).calls).toMatchObject([
      { name: 'fetch_page', args: { url: 'https://example.org/salt' } },
    ]);
  });

  it('names the page and quotes what answers the question', async () => {
    const answer = await ask(
      request('UrlHandlerAgent', [user(text), called('fetch_page'), responded('fetch_page', page)]),
    );
    expect(answer.text).toContain('"Eating well" (example.org)');
    expect(answer.text).toContain('Too much salt can raise blood pressure in many people.');
    expect(answer.text).not.toContain('Drink enough water');
  });

  it('says that a page could not be read', async () => {
    const failed = responded('fetch_page', { error: 'The address is not public.' });
    const answer = await ask(request('UrlHandlerAgent', [user(text), called('fetch_page'), failed]));
    expect(answer.text).toMatch(/^I was unable to retrieve that URL\. .*The address is not public\./);
  });
});

describe('AskTusdiAIHandlerAgent', () => {
  it('opens the item, then says what it holds', async () => {
    expect((await ask(request('AskTusdiAIHandlerAgent', [user('What is this?')]))).calls).toMatchObject([
      { name: 'read_topic_node' },
    ]);
    const node = {
      type: 'AllergyRecordNode',
      uuid: 'u',
      properties: { name: 'Penicillin', reaction: 'hives', effective_time: '2024-05-02' },
      related: [],
    };
    const messages = [user('What is this?'), called('read_topic_node'), responded('read_topic_node', node)];
    const { text } = await ask(request('AskTusdiAIHandlerAgent', messages));
    expect(text).toContain('allergy record: Penicillin (reaction: hives, 2 May 2024)');
  });

  it('does not invent an item', async () => {
    const messages = [
      user('What is this?'),
      called('read_topic_node'),
      responded('read_topic_node', { error: 'none' }),
    ];
    expect((await ask(request('AskTusdiAIHandlerAgent', messages))).text).toBe(
      'This conversation is not about one particular item.',
    );
  });
});
