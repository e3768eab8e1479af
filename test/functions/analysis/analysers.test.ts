import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnalysisType, ArtifactType } from '../../../src/functions/analysis/analysers.ts';
import { openAnalysers } from '../../../src/functions/analysis/open-analysers.ts';

let analysers: ReturnType<typeof openAnalysers>;
beforeAll(() => {
  analysers = openAnalysers();
});
afterAll(() => analysers.close());

async function analyse(artifact: string, analysis_type: AnalysisType, artifact_type: ArtifactType = 'code') {
  const analysed = await analysers.analyse(artifact, { artifact_type, analysis_type });
  const found = analysed.findings.map(({ rule, location }) => `${location?.line ?? '-'} ${rule}`);
  return { ...analysed, found };
}

const TYPESCRIPT = `import { exec } from 'node:child_process';
import type { User } from './user.ts';

enum Level { Low, High }

export class Store {
  constructor(private readonly db: { query(sql: string): Promise<unknown> }) {}

  find<T extends User>(user: T, name: string): Promise<unknown> {
    if (name === 'x') {
      for (const part of name) if (part && Level.Low) exec('ls ' + name);
    }
    document.body.innerHTML = name;
    eval(name);
    return this.db.query(\`SELECT * FROM users WHERE name = '\${name}'\`);
  }
}
`;

describe('TypeScript', () => {
  test('dangerous calls are found, with their lines', async () => {
    const { found, used, skipped } = await analyse(TYPESCRIPT, 'security');
    expect(found).toEqual(
      expect.arrayContaining([
        '11 security/detect-child-process',
        '13 danger/html-from-strings',
        '14 no-eval',
        '15 danger/sql-from-strings',
      ]),
    );
    expect(used).toContain('eslint');
    expect(skipped).toEqual([{ analyser: 'sonarqube', why: 'not_configured', reason: 'SONARQUBE_URL is not set.' }]);
  });

  test('metrics are counted, and an import that only a type uses is used', async () => {
    const { found, metrics } = await analyse(TYPESCRIPT, 'quality');
    expect(metrics).toMatchObject({ CC: 5, functions: 2, max_nesting: 3, LOC: 14, duplicated_lines: 0 });
    expect(found.filter((one) => one.endsWith('no-unused-vars'))).toEqual([]);
  });

  test('comments in the artifact do not switch rules off', async () => {
    const { found } = await analyse(
      '/* eslint-disable */\nconst a = input; // eslint-disable-line\neval(a);\n',
      'security',
    );
    expect(found).toContain('3 no-eval');
  });

  test('what cannot be parsed is a finding with its line', async () => {
    const { findings } = await analyse('const a = 1;\nconst b = ;\n', 'quality');
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'syntax-error', severity: 'major', location: { line: 2, column: 11 } }),
    ]);
  });

  test('fixed statements, tagged templates and linear patterns are no danger', async () => {
    const { found } = await analyse(
      `const a = 'SELECT a FROM b';\nconst b = sql\`SELECT a FROM b WHERE c = \${d}\`;\nconst c = /^(?:ab)+$/;\nconst e = \`Select \${d} things\`;\n`,
      'security',
    );
    expect(found).toEqual([]);
  });

  test('exponential patterns, weak hashes and unchecked certificates are found', async () => {
    const { found } = await analyse(
      "const a = /^(a+)+$/;\nconst b = createHash('md5');\nconst c = { rejectUnauthorized: false };\nspawn(d, [], { shell: true });\n",
      'security',
    );
    expect(found).toEqual([
      '1 danger/exponential-pattern',
      '2 danger/weak-hash',
      '3 danger/unchecked-certificate',
      '4 danger/shell-option',
    ]);
  });
});

test('secrets are found and not repeated', async () => {
  const token = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;
  const { findings, found } = await analyse(
    `const a = '${token}';\nconst password = 'hunter2!';\nconst dbPassword = process.env.DB_PASSWORD;\nconst url = 'postgres://me:s3cr3t9@db/x';\n`,
    'quality',
  );
  expect(found.filter((one) => one.includes('secret-'))).toEqual([
    '1 secret-github',
    '4 secret-database-connection-string',
    '2 secret-named',
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/hunter2|s3cr3t9|ghp_/);
});

test('code that has no marks of a language is linted if it is JavaScript', async () => {
  expect((await analyse('if (a) { eval(b); }', 'security')).found).toEqual(['1 no-eval']);
  expect((await analyse('MOVE A TO B.', 'security')).skipped[0]).toMatchObject({ why: 'not_covered' });
});

test('a language without a linter gets the analysers that need none, and the answer says so', async () => {
  const python = 'import os\n\ndef a(x):\n    if x:\n        for y in x:\n            print(y)  # TODO\n';
  const { found, metrics, skipped } = await analyse(python, 'quality');
  expect(metrics).toEqual({ LOC: 5, comment_lines: 0, max_nesting: 3, duplicated_lines: 0 });
  expect(found).toEqual(['6 unfinished']);
  expect(skipped[0]).toMatchObject({
    analyser: 'eslint',
    why: 'not_covered',
    reason: expect.stringContaining('python'),
  });
});

test('code that is written twice is found', async () => {
  const body = Array.from({ length: 12 }, (_, n) => `  const value${n} = input${n} + other${n};`).join('\n');
  const { found, metrics } = await analyse(`function a() {\n${body}\n}\n\nfunction b() {\n${body}\n}\n`, 'patterns');
  expect(metrics.duplicated_lines).toBeGreaterThanOrEqual(12);
  expect(found.some((one) => one.endsWith('duplicated-code'))).toBe(true);
});

test.each([
  ['JSON', '{\n "a": 1,\n "a": 2,\n "b": ]\n}', ['3 duplicate-key', '4 parse-error']],
  ['YAML', 'a: 1\nb:\n  c: 1\n  c: 2\nprivileged: true\n', ['4 duplicate-key', '5 privileged-container']],
  ['broken YAML', 'a: [1\nb: 2\n', ['parse-error']],
  ['variables', 'A=1\nB=2\nA=3\nDB_PASSWORD=hunter22\n', ['3 duplicate-key', '4 secret-named']],
])('configuration: %s', async (_what, text, expected) => {
  const { found } = await analyse(text, 'quality', 'config');
  for (const one of expected)
    expect(
      found.some((line) => line.endsWith(one)),
      `${one} in ${found}`,
    ).toBe(true);
});

test('dependencies: imports, licences and versions that are not fixed', async () => {
  const manifest = JSON.stringify(
    { name: 'x', license: 'Apache 2', dependencies: { a: '*', b: '1.2.3', c: '^1.0.0', d: 'github:e/f' } },
    null,
    1,
  );
  const { found, metrics } = await analyse(manifest, 'dependencies', 'config');
  expect(found).toEqual(['3 invalid-licence', '5 any-version', '7 version-range', '8 unpinned-source']);
  expect(metrics.packages).toBe(4);
  const code = await analyse(
    "import a from 'a';\nimport './b.ts';\nconst c = require('c');\nexport * from 'a';\n",
    'dependencies',
  );
  expect(code.metrics).toMatchObject({ imports: 3, external_imports: 2 });
});

test('documents: structure, links, markers and notes', async () => {
  const text =
    '# A\n\nSee [b](#b) and [c](#c).[^1] And more.[^2]\n\n### B\n\n## D\n\nTODO\n\n[^1]: Source.\n\n```js\nopen\n';
  const { found, metrics } = await analyse(text, 'quality', 'document');
  expect(found.sort()).toEqual(
    [
      '13 unclosed-code',
      '3 broken-link',
      '3 broken-marker',
      '5 empty-section',
      '5 heading-order',
      '9 unfinished',
    ].sort(),
  );
  expect(metrics).toMatchObject({ headings: 3, links: 2 });
});

describe('an artifact that is made to hurt', () => {
  test.each([
    ['deep brackets', `const a = ${'('.repeat(50_000)}1`],
    ['deep lists', `const a = ${'['.repeat(20_000)}${']'.repeat(20_000)};`],
  ])('%s are refused by the parser, and the others go on', async (_what, text) => {
    const { used, found } = await analyse(text, 'quality');
    expect(used).toEqual(expect.arrayContaining(['lines', 'duplicates', 'secretlint']));
    expect(found).toContain('1 syntax-error');
  });

  test('an analyser that takes too long is ended, and the answer says so', async () => {
    const hasty = openAnalysers({}, { thread: { deadlineMs: 1 } });
    try {
      const { skipped } = await hasty.analyse('# A\n', { artifact_type: 'document', analysis_type: 'quality' });
      for (const { why } of skipped) expect(why).toBe('failed');
    } finally {
      await hasty.close();
    }
  });

  test('the caller can end it', async () => {
    const reason = new Error('cancelled');
    const call = analysers.analyse(
      '# A\n',
      { artifact_type: 'document', analysis_type: 'quality' },
      AbortSignal.abort(reason),
    );
    await expect(call).rejects.toBe(reason);
  });
});
