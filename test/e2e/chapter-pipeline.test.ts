/** chapter-summarization end to end: over HTTP, with a real fleet, without a model unless a test says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contains, contentsOf } from '../../src/functions/text/containment.ts';
import { tokensIn } from '../../src/functions/text/tokens.ts';
import { CHAPTER } from '../functions/texts.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { LONG_CHAPTER } from './long-chapter.ts';
import { draft, type Run, runPipeline, stageEvents, startModelled } from './pipeline-runs.ts';

const PIPELINE = 'chapter-summarization';
const TARGET = 2_000;

/** Each says something that the chapter says; the second section of the note says nothing of it. */
const DOCUMENTS = [
  {
    scope: 'books',
    type: 'text',
    title: 'Towers of the Open Sea',
    source: {
      source_type: 'book',
      author: 'Tarrow, Agnes',
      publisher: 'Quayside Press',
      city: 'Leith',
      year: 1911,
      pages: '88-93',
    },
    text: 'The tower that Smeaton built did not fail, but the rock below it did. The accounts show that Carrow Skerry cost 8050 pounds.',
  },
  {
    scope: 'code',
    type: 'code',
    title: 'weights.ts',
    source: { source_type: 'code', repo: 'lights', file_path: 'src/weights.ts', commit_hash: '3f9c2ab' },
    text: '/** When the tower of Pell Ledge was finished it was 78 feet high and weighed 1502 tons. */\nexport const PELL_LEDGE = 1502;\n',
  },
  {
    scope: 'notes',
    type: 'markdown',
    title: 'Inspection',
    source: { source_type: 'internal_doc', service: 'harbour-office', date: '2024-05-02' },
    text: '# Storms\n\nIn 1753 a storm shook the tower of Pell Ledge so much that cups fell from the shelves, although no stone moved.\n\n# Paint\n\nThe gallery of the tower at Pell Ledge is painted by keepers who are paid by the hour.\n',
  },
];

/** As the functions document has them. */
const FOOTNOTES = {
  book: 'Tarrow, Agnes, *Towers of the Open Sea* (Leith: Quayside Press, 1911), 88-93.',
  code: '`lights/src/weights.ts`, commit `3f9c2ab`, lines 1-2.',
  internal_doc: 'harbour-office, *Inspection* (2024-05-02), §Storms.',
};

type Chapter = {
  summary: string;
  footnotes: string[];
  citations: { id: string; marker: string; source_type: keyof typeof FOOTNOTES; similarity: number }[];
  markers_without_source: string[];
  sources_without_marker: string[];
  invariants: string[];
  valid: boolean;
  violations: { criterion: string }[];
  metadata: { compression_ratio: number; sources_used: string[] };
};

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const summarize = (fields: Record<string, unknown>) => runPipeline<Chapter>(fleet, PIPELINE, fields);
const nameOf = (stages: readonly { stage: string; round: number; item?: string | undefined }[]) =>
  stages.map(({ stage, round, item = '' }) => `${stage} ${round} ${item}`.trim());
const keysOf = (part: string) => testRedis().keys(`${fleet.base.keys.tag}:${part}`);

describe('a chapter above the budget of every stage, with sources in the library', () => {
  const request = { chapter_text: LONG_CHAPTER, target_tokens: TARGET, conversation_id: 'book-club', message_id: 'm1' };
  const documents: string[] = [];
  let run: Run<Chapter>;
  let output: Chapter;

  beforeAll(async () => {
    for (const document of DOCUMENTS) {
      const { status, body } = await fleet.call('POST', '/v1/library', document);
      expect(status).toBe(201);
      documents.push(String(body.document_id));
    }
    run = await summarize(request);
    output = run.output as Chapter;
  });

  test('the summary keeps to its target, states every invariant and covers the outline', () => {
    expect(tokensIn(LONG_CHAPTER)).toBeGreaterThan(16_384);
    expect(run).toMatchObject({ status: 'completed', error: null, output: { valid: true } });
    expect(tokensIn(output.summary)).toBeLessThanOrEqual(TARGET);
    expect(output.metadata.compression_ratio).toBeCloseTo(tokensIn(output.summary) / tokensIn(LONG_CHAPTER), 5);
    expect(output.invariants.length).toBeGreaterThan(20);
    const contents = contentsOf(output.summary);
    expect(output.invariants.filter((invariant) => !contains(contents, invariant))).toEqual([]);
  });

  test('its markers have footnotes as the templates have them, and what is not used is said', () => {
    const used = [...new Set(output.summary.match(/\[\^\d+\]/g))];
    expect(output.citations.map(({ marker }) => marker)).toEqual(used);
    expect(output.footnotes).toEqual(
      output.citations.map(({ marker, source_type }) => `${marker}: ${FOOTNOTES[source_type]}`),
    );
    expect(output.citations.map(({ source_type }) => source_type).sort()).toEqual(['book', 'code', 'internal_doc']);
    expect(output.metadata.sources_used).toEqual(output.citations.map(({ id }) => id));
    expect(output).toMatchObject({ markers_without_source: [], sources_without_marker: [`${documents[2]}.2`] });
  });

  test('a sentence is only attributed to a source that has its numbers', () => {
    const cited = output.summary.match(/[^.]*\.(?:\[\^\d+\])+/g) ?? [];
    const texts = DOCUMENTS.map(({ text }) => text).join('\n');
    const numbers = cited.flatMap((sentence) => sentence.replaceAll(/\[\^\d+\]/g, '').match(/\d+/g) ?? []);
    expect(numbers).toContain('1753');
    expect(numbers.filter((number) => !texts.includes(number))).toEqual([]);
  });

  test('the audit has the sources with the scores of the search', async () => {
    const { body } = await fleet.call('GET', '/v1/audit/citations?conversation_id=book-club');
    expect(body.records).toEqual([
      {
        conversation_id: 'book-club',
        message_id: 'm1',
        citations_used: output.metadata.sources_used,
        retrieval_scores: output.citations.map(({ similarity }) => similarity),
        timestamp: expect.any(String),
      },
    ]);
    expect(output.citations.every(({ similarity }) => similarity > 0)).toBe(true);
  });

  test('the events tell how every stage went, each with its round and item', async () => {
    const events = await stageEvents(fleet, run.run_id);
    expect(nameOf(run.stages)).toEqual([
      'extract_structure 1 keywords',
      'extract_structure 1 concepts',
      'extract_structure 1 outline',
      'cross_reference 1',
      'summarize_content 1',
      'validate_against_spec 1',
      'summarize_content 2',
      'validate_against_spec 2',
    ]);
    for (const status of ['running', 'success'])
      expect(nameOf(events.filter((event) => event.status === status)).sort()).toEqual(nameOf(run.stages).sort());
    expect(events.filter(({ cached }) => cached === false)).toHaveLength(run.stages.length);
    expect(events).toHaveLength(2 * run.stages.length);
  });

  test('what the stages have handed on is gone, and the summary is in the compression cache', async () => {
    expect(await keysOf(`task:${run.run_id}:temp`)).toEqual([]);
    expect(await keysOf(`*temp:${PIPELINE}*`)).toEqual([]);
    const [key = '', ...others] = await keysOf(`functions:result:*:user:${PIPELINE}:*`);
    expect(key).toMatch(/:user:chapter-summarization:summarize_content$/);
    expect(others).toEqual([]);
    expect(JSON.parse(String(await testRedis().get(key)))).toMatchObject({ cited: { content: output.summary } });
  });

  test('the same request again takes every stage from the cache', async () => {
    const again = await summarize({ ...request, message_id: 'm2' });
    expect(again.output).toEqual(output);
    expect(nameOf(again.stages)).toEqual(nameOf(run.stages));
    expect(again.stages.filter(({ cached }) => !cached)).toEqual([]);
    expect(again.usage).toMatchObject({ model_calls: 0, input_tokens: 0 });
    const ended = (await stageEvents(fleet, again.run_id)).filter(({ status }) => status === 'success');
    expect(ended.map(({ cached }) => cached)).toEqual(run.stages.map(() => true));
  });

  test('another user has a cache of their own, and with cache: false nothing is kept', async () => {
    const other = await summarize({ ...request, user_id: 'reader', cache: false });
    expect(other.output).toEqual(output);
    expect(other.stages.some(({ cached }) => cached)).toBe(false);
    expect(await keysOf('functions:result:*:reader:*')).toEqual([]);
  });
});

describe('a summary that misses headings of the chapter', () => {
  test('is written again with what was missed, and is then valid', async () => {
    const run = await summarize({ chapter_text: CHAPTER, target_tokens: 500, search_scope: ['nowhere'] });
    expect(run).toMatchObject({ status: 'completed', error: null, output: { valid: true } });
    const rounds = (stage: string) => run.stages.filter((one) => one.stage === stage).map(({ round }) => round);
    expect(rounds('extract_structure')).toEqual([1, 1, 1]);
    expect(rounds('cross_reference')).toEqual([1]);
    expect(rounds('summarize_content')).toEqual([1, 2]);
    expect(rounds('validate_against_spec')).toEqual([1, 2]);
    expect(tokensIn(run.output?.summary ?? '')).toBeLessThanOrEqual(500);
    const told = (await stageEvents(fleet, run.run_id)).filter(({ round }) => round === 2);
    expect(told.map(({ stage, status }) => [stage, status])).toEqual([
      ['summarize_content', 'running'],
      ['summarize_content', 'success'],
      ['validate_against_spec', 'running'],
      ['validate_against_spec', 'success'],
    ]);
  });

  test('and cannot hold them all is given as it is, and the run says that it is not valid', async () => {
    const run = await summarize({ chapter_text: CHAPTER, target_tokens: 60, search_scope: ['nowhere'] });
    expect(run).toMatchObject({ status: 'degraded', error: { code: 'not_valid', agent: PIPELINE } });
    expect(run.stages.filter(({ stage }) => stage === 'summarize_content').map(({ round }) => round)).toEqual([
      1, 2, 3,
    ]);
    expect(run.output?.valid).toBe(false);
    expect(run.output?.violations.length).toBeGreaterThan(0);
    expect(run.output?.summary).toMatch(/\w/);
    expect(await keysOf(`task:${run.run_id}:temp`)).toEqual([]);
  });
});

test('a marker that a model has made up is reported, and so is a source that it has not used', async () => {
  const { fleet: modelled, documents } = await startModelled(
    ({ systemText }) => {
      if (systemText.startsWith('You are a critic')) return draft({ acceptable: true, problems: [] });
      if (systemText.startsWith('You compress')) return draft({ summary: 'It stands.[^9]', invariants: [] });
      if (systemText.startsWith('Order')) return draft({ ranking: [] });
      if (systemText.startsWith('You check')) return draft({ violations: [], confidence: 1, remediation_hints: [] });
      return draft({ extracted: [{ text: 'tower', confidence: 1 }], compressed_summary: 'A tower at Pell Ledge.' });
    },
    DOCUMENTS.slice(1, 2),
  );
  const run = await runPipeline<Chapter>(modelled, PIPELINE, { chapter_text: 'The tower of Pell Ledge stands.' });
  expect(run).toMatchObject({
    status: 'completed',
    output: {
      summary: 'It stands.[^9]',
      footnotes: [],
      markers_without_source: ['[^9]'],
      sources_without_marker: [`${documents[0]}.1`],
      metadata: { sources_used: [] },
    },
  });
});
