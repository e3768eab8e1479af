/** The standards that Medfleet speaks, and the tool of others that says whether it does. docs/standards.md is written from it. */
type Standard = {
  standard: string;
  revision: string;
  tool: string;
  /** In this folder. */
  file: string;
  /** What the names of its tests hold, where a file is about several tools. */
  group?: string;
  leftOut: string;
};

export const STANDARDS: readonly Standard[] = [
  {
    standard: 'OpenAPI',
    revision: '3.1.0',
    tool: 'schemathesis 4.32',
    file: 'openapi.test.ts',
    group: 'schemathesis',
    leftOut:
      'streams, erasures and batches; that valid input is taken: no schema knows which cursors and ids there are',
  },
  {
    standard: 'OpenAPI',
    revision: '3.1.0',
    tool: 'Spectral 6.16 (`spectral:oas`)',
    file: 'openapi.test.ts',
    group: 'Spectral',
    leftOut: 'a contact; roles of a bearer scheme, which 3.1 allows and the rule does not know',
  },
  {
    standard: 'OpenAPI, as a client for Python',
    revision: '3.1.0',
    tool: 'openapi-python-client 0.29',
    file: 'openapi.test.ts',
    group: 'for Python',
    leftOut: 'the import of calendars: the generator knows no `text/calendar`',
  },
  {
    standard: 'OpenAPI, as a client for TypeScript',
    revision: '3.1.0',
    tool: '@hey-api/openapi-ts 0.99',
    file: 'openapi.test.ts',
    group: 'for TypeScript',
    leftOut: '',
  },
  {
    standard: 'npm packages',
    revision: 'ESM, Node 20, 22 and 24',
    tool: 'publint 0.3, attw 0.18 (`esm-only`), tsc 5.9',
    file: 'package.test.ts',
    leftOut: 'the old resolution `node10`, which knows no `exports`',
  },
  {
    standard: 'HTTP below a path',
    revision: '`BASE_PATH`',
    tool: 'nginx of Debian, Chromium',
    file: 'proxy.test.ts',
    leftOut: 'Caddy and an ingress controller: their examples are not run',
  },
];
