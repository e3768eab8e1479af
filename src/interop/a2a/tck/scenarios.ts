/** What the protocol's compatibility kit expects of an agent, by the prefix of the messageId (its scenarios/*.feature). */
import type { Artifact } from '@a2a-js/sdk';
import { artifact, dataPart, textPart } from '../parts.ts';

export type ScenarioStep =
  | { do: 'work' }
  | { do: 'wait'; ms: number }
  | { do: 'say'; artifact: Artifact; append?: boolean; more?: boolean }
  | { do: 'ask' }
  | { do: 'complete'; text?: string }
  | { do: 'reject' };

const FILE = { metadata: undefined, filename: 'output.txt', mediaType: 'text/plain' };

const text = (value: string) => artifact('output', '', [textPart(value)]);
const file = artifact('output', '', [{ ...FILE, content: { $case: 'raw', value: Buffer.from('TCK file content') } }]);
const fileUrl = artifact('output', '', [
  { ...FILE, content: { $case: 'url', value: 'https://example.com/output.txt' } },
]);
const data = artifact('output', '', [dataPart({ key: 'value', count: 42 })]);

const made = (one: Artifact): ScenarioStep[] => [{ do: 'say', artifact: one }, { do: 'complete' }];
const streamed = (one: Artifact): ScenarioStep[] => [{ do: 'work' }, ...made(one)];

/** Twice the kit's TCK_STREAMING_TIMEOUT. */
const LONG_MS = 4_000;

/** A prefix that another one begins with comes after it. */
const SCENARIOS: readonly (readonly [prefix: string, steps: readonly ScenarioStep[]])[] = [
  ['tck-artifact-text', made(text('Generated text content'))],
  ['tck-artifact-file-url', made(fileUrl)],
  ['tck-artifact-file', made(file)],
  ['tck-artifact-data', made(data)],
  ['tck-input-required', [{ do: 'ask' }]],
  ['tck-reject-task', [{ do: 'reject' }]],
  ['tck-stream-001', streamed(text('Stream hello from TCK'))],
  ['tck-stream-002', [{ do: 'complete' }]],
  ['tck-stream-003', streamed(text('Stream task lifecycle'))],
  ['tck-stream-ordering-001', streamed(text('Ordered output'))],
  ['tck-stream-artifact-text', streamed(text('Streamed text content'))],
  ['tck-stream-artifact-file', streamed(file)],
  [
    'tck-stream-artifact-chunked',
    [
      { do: 'work' },
      { do: 'say', artifact: text('chunk-1 '), more: true },
      { do: 'say', artifact: text('chunk-2'), append: true },
      { do: 'complete' },
    ],
  ],
  ['test-resubscribe-message-id', [{ do: 'work' }, { do: 'wait', ms: LONG_MS }, { do: 'complete' }]],
];

const DEFAULT: readonly ScenarioStep[] = [{ do: 'complete', text: 'Hello from TCK' }];

export const MESSAGE_PREFIX = 'tck-message-response';

export function scenarioOf(messageId: string): readonly ScenarioStep[] {
  return SCENARIOS.find(([prefix]) => messageId.startsWith(prefix))?.[1] ?? DEFAULT;
}
