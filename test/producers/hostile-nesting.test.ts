/**
 * Texts that are nested deeply or repeat for long, in many languages, for each parser that a stranger can reach. Each is answered, with a
 * result or a reason; none ends the process, and others are answered meanwhile.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { contentOf, OFFLINE, runFunction } from '../support/function-calls.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

/** A template in a template. */
const TEMPLATE = '`$'.concat('{');

const INPUTS: Record<string, string> = {
  'generics, then functions': `${'<T>('.repeat(15_000)}\n${'async ()=>{'.repeat(1_900)}`,
  'generics, then templates': '<T>('.repeat(15_000) + TEMPLATE.repeat(20_000),
  'generics, then blocks': `${'<T>('.repeat(15_000)}\n${'if(a){'.repeat(10_000)}`,
  'functions, then patterns': `${'async ()=>{'.repeat(1_900)}\n${'/(a|b)+/.test(c);'.repeat(2_000)}`,
  'round brackets': '('.repeat(60_000),
  'square brackets': '['.repeat(60_000),
  'closed brackets': `${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
  'JSON objects': '{"a":'.repeat(12_000),
  'YAML flow': `a: ${'{a: '.repeat(15_000)}`,
  'YAML lists': '- '.repeat(30_000),
  'YAML steps': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'HTML elements': '<div>'.repeat(12_000),
  'HTML tables': '<table><tr><td>'.repeat(4_000),
  'XML comments': '<!-- '.repeat(12_000),
  quotations: '> '.repeat(30_000),
  emphasis: '*a **b '.repeat(8_000),
  links: '[a]('.repeat(15_000),
  arrows: 'a=>'.repeat(20_000),
  conditions: 'a?b:'.repeat(15_000),
  signs: `${'!'.repeat(30_000)}a`,
  news: 'new '.repeat(15_000),
  types: `type T = ${'Array<'.repeat(10_000)}`,
  'JSX elements': `const a = ${'<a>'.repeat(15_000)}`,
  classes: 'class A extends '.repeat(3_500),
  'a pattern': `const r = /${'(?:'.repeat(15_000)}/;`,
  comments: '/*'.repeat(30_000),
  'Python steps': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}if a:`).join('\n'),
  'SQL selects': 'SELECT ('.repeat(7_000),
  'calendar parts': 'BEGIN:VEVENT\r\n'.repeat(4_000),
  'calendar rules': `RRULE:FREQ=YEARLY;BYDAY=${'MO,'.repeat(15_000)}`,
};

const RESOURCE = { resourceType: 'Observation', status: 'final', subject: { reference: 'Patient/p' } };

/** Each parser, by what it reads. */
const READERS: Record<string, (text: string) => Promise<{ status: number }[]>> = {
  code: (text) =>
    Promise.all(
      ['code', 'document', 'config'].flatMap((artifact_type) =>
        ['quality', 'security', 'patterns', 'dependencies'].map((analysis_type) => {
          const fields = { artifact: text, artifact_type, analysis_type, over_budget: 'split', cache: false };
          return runFunction(fleet, 'analyze_artifact', fields);
        }),
      ),
    ),
  functions: (text) =>
    Promise.all(
      OFFLINE.map((name) =>
        runFunction(fleet, name, { cache: false, over_budget: 'compress', ...contentOf(name, text) }),
      ),
    ),
  FHIR: async (text) => {
    const said = { ...RESOURCE, code: { text }, valueString: text, text: { status: 'generated', div: text } };
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: said }] };
    return [
      await fleet.call('POST', '/v1/patients/p/fhir', bundle),
      await fleet.call('POST', '/v1/patients/p/fhir', text),
    ];
  },
  calendar: async (text) => {
    const headers = { 'Content-Type': 'text/calendar' };
    const whole = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:${text}\r\n${text}`;
    return [await fleet.call('POST', '/v1/calendars/p/import', whole, headers)];
  },
  library: (text) =>
    Promise.all(
      ['text', 'markdown', 'code'].map((type) =>
        fleet.call('POST', '/v1/library', { scope: 'general', type, title: 'A text', text }),
      ),
    ),
  queries: async (text) => [
    await fleet.call('POST', '/v1/patients/p/query', { query: text }),
    await fleet.call('POST', '/v1/patients/p/query', { query: `MATCH (n) RETURN ${text.slice(0, 4_000)}` }),
  ],
  messages: async (text) => [
    await fleet.call('POST', '/v1/turns?wait=60', { text: text.slice(0, 8_000), patient_id: 'p' }),
  ],
};

test.each(Object.keys(READERS))('%s', async (reader) => {
  const read = READERS[reader] as (text: string) => Promise<{ status: number }[]>;
  for (const [what, text] of Object.entries(INPUTS)) {
    const answers = await read(text);
    for (const { status } of answers) expect([what, status < 500 || status === 503]).toEqual([what, true]);
  }
});

test('web pages', async () => {
  const read = await Promise.all(Object.values(INPUTS).map((text) => fleet.base.documents.html(text, 1_000)));
  expect(read).toHaveLength(Object.keys(INPUTS).length);
});
