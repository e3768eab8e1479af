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
  {
    standard: 'A2A',
    revision: '1.0 and 0.3, JSON-RPC and REST',
    tool: 'a2a-sdk for Python 1.3.0 and 0.3.26',
    file: 'a2a-sdk.test.ts',
    leftOut: 'gRPC; the compatibility kit (TCK), which no registry has',
  },
  {
    standard: 'A2A',
    revision: '1.0 and 0.3',
    tool: 'google-adk 2.13 as client and as agent',
    file: 'adk.test.ts',
    leftOut: 'ADK with a real model: its agent is scripted',
  },
  {
    standard: 'Model Context Protocol',
    revision: '2026-07-28 and 2025-11-25',
    tool: 'mcp for Python 2.3',
    file: 'mcp.test.ts',
    group: 'SDK for Python',
    leftOut: 'subscriptions, tasks and completion: nothing here changes by itself or takes longer than a call waits',
  },
  {
    standard: 'Model Context Protocol',
    revision: '2026-07-28 and 2025-11-25',
    tool: 'its conformance suite 0.2.0-alpha.12',
    file: 'mcp.test.ts',
    group: 'conformance suite',
    leftOut: "scenarios that call the suite's own tools, resources and prompts",
  },
  {
    standard: 'FHIR',
    revision: 'R4',
    tool: "HAPI's validator 8.4 over exports of the demo, of HL7's examples and of Synthea; Synthea 3.3 in and out again",
    file: 'fhir.test.ts',
    leftOut:
      'kinds that a record of health facts has no place for (care plans, claims, devices, reports, images); ' +
      'codes of body sites, routes and reactions, which are kept in words',
  },
  {
    standard: 'Prometheus',
    revision: 'text format 0.0.4',
    tool: 'promtool of Debian',
    file: 'operations.test.ts',
    group: 'promtool',
    leftOut: '',
  },
  {
    standard: 'Kubernetes',
    revision: '1.30 and 1.37',
    tool: 'kubernetes-validate, strict',
    file: 'operations.test.ts',
    group: 'schemas of Kubernetes',
    leftOut: 'a cluster: none runs here',
  },
  {
    standard: 'Compose',
    revision: 'compose-spec',
    tool: 'the loader of docker compose',
    file: 'operations.test.ts',
    group: 'docker compose',
    leftOut: 'an engine: none runs here',
  },
  {
    standard: 'Console',
    revision: 'WebDriver BiDi',
    tool: 'Firefox ESR of Debian, by puppeteer 24',
    file: 'firefox.test.ts',
    leftOut: 'Safari: it runs on macOS alone',
  },
];
