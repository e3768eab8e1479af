/** Examples of the OpenAPI document: a request for each function and each pipeline that is there from the start, a run and a document. */

const TOWER = 'The tower that John Smeaton finished at Plymouth on 8 August 1759 weighed 988 tons.';

export const RUN_REQUESTS: Readonly<Record<string, Record<string, unknown>>> = {
  extract_structure: { content: TOWER, extraction_type: 'entities' },
  summarize_content: { content: TOWER, target_tokens: 64, style: 'bullets' },
  generate_code: { specification: 'A function that says whether a year is a leap year', language: 'typescript' },
  analyze_artifact: { artifact: 'eval(input);', artifact_type: 'code', analysis_type: 'security' },
  validate_against_spec: {
    artifact: TOWER,
    specification: 'Says who built the tower and when',
    acceptance_criteria: ['names John Smeaton', 'names 1759'],
  },
  synthesize_outputs: {
    artifacts: [
      { id: 'first', content: TOWER },
      { id: 'second', content: 'The tower was finished in 1759.' },
    ],
    synthesis_strategy: 'reconcile',
  },
  decompose_task: { task: 'Summarise a book of twelve chapters', constraints: ['at most one page'] },
  cross_reference: { query_artifact: TOWER, top_k: 3 },
  'chapter-summarization': { chapter_text: TOWER, target_tokens: 100, style: 'technical' },
  'code-generation': { user_request: 'A command that counts the words of a file', language: 'typescript' },
};

export const RUN = {
  run_id: '01a1e3df-e0d6-759b-8763-c5c4743893df',
  name: 'extract_structure',
  user_id: 'shared',
  status: 'completed' as const,
  output: { extracted: [{ text: 'John Smeaton', confidence: 0.75, kind: 'name' }], compressed_summary: TOWER },
  cited: null,
  details: { cached: false, preset: 'S1', mode: 'rule', input_tokens: 37 },
  stages: [],
  usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  citations: [],
  error: null,
  created_at: '2026-11-16T10:21:02.550Z',
  timings: { queued_ms: 12, total_ms: 96 },
};

export const RUN_RECEIPT = {
  run_id: RUN.run_id,
  status: 'queued' as const,
  events_url: `/v1/runs/${RUN.run_id}/events`,
  result_url: `/v1/runs/${RUN.run_id}`,
};

export const NEW_DOCUMENT = {
  scope: 'lighthouses',
  title: 'The Eddystone lighthouse',
  type: 'text' as const,
  text: TOWER,
};

export const LIBRARY_DOCUMENT = {
  document_id: 'doc-cc12857041d3524bb7b5d99a6409d721',
  scope: 'lighthouses',
  title: 'The Eddystone lighthouse',
  type: 'text' as const,
  source: { source_type: 'internal_doc' as const, title: 'The Eddystone lighthouse' },
  user_id: null,
  patient_id: null,
  chunks: 1,
  embedder: null,
  added_at: '2026-11-16T10:22:22.380Z',
};
