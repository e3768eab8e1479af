/** agents/models.yml: every mistake is reported with line and fix. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownModels, loadModels } from '../../../src/engine/models/models-file.ts';
import { FilesError } from '../../../src/platform/yaml/problems.ts';
import { modelsFile } from './models-yml.ts';

const SERVERS = `servers:
  google: { protocol: gemini, api_key_env: GEMINI_API_KEY }
  local: { protocol: openai, base_url: http://localhost:1/v1 }
`;

/** The problems as `line  message; fix`. */
async function problemsOf(text: string): Promise<string[]> {
  const error = await loadModels(await modelsFile(text)).catch((thrown: unknown) => thrown);
  if (!(error instanceof FilesError)) throw new Error('the file is taken as right', { cause: error });
  return error.problems.map(({ line, message, fix }) => `${line}  ${message}; ${fix}`);
}

test('the list that is shipped is right, and has every model that a shipped agent names', async () => {
  const known = knownModels(await loadModels('agents/models.yml'));
  const named = readdirSync('agents', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('config.yml'))
    .flatMap((name) => /^model: (\S+)/m.exec(readFileSync(join('agents', name), 'utf8'))?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(known).toContain('search');
});

test('a model has the server, name, window and price that the list gives; its own name where none is given', async () => {
  const { listed } = await loadModels(
    await modelsFile(`${SERVERS}models:
  big: { server: google, name: gemini-9, context_window: 1000, price: { input: 1, output: 2 } }
  small: { server: local }
  chosen: { alias: small }
`),
  );
  expect(listed.get('big')).toMatchObject({ name: 'gemini-9', contextWindow: 1000, price: { input: 1, output: 2 } });
  expect(listed.get('small')).toMatchObject({ name: 'small', contextWindow: null, price: null });
  expect(listed.get('chosen')).toEqual(listed.get('small'));
  expect(listed.get('chosen')?.server).toMatchObject({ name: 'local', line: 3 });
});

test('unknown fields and wrong values, at any depth', async () => {
  const text = `servers:
  google: { protocol: gemni, api_key_env: GEMINI_API_KEY }
  local: { protocol: openai, base_ur: x }
models:
  a:
    server: local
    contextwindow: 10
    price: { input: 1 }
  b: { server: local, price: { input: -1, output: 0 } }
model: {}
`;
  expect((await problemsOf(text)).sort()).toEqual([
    '10  unknown key "model"; did you mean "models"?',
    '2  "servers.google.protocol" is "gemni"; did you mean "gemini"?',
    '3  unknown key "base_ur"; did you mean "base_url"?',
    '7  unknown key "contextwindow"; did you mean "context_window"?',
    '8  "models.a.price.output" is missing; add "output:"',
    '9  "models.b.price.input" is -1; it must be at least 0',
  ]);
});

test('a key in the place of a variable’s name is refused', async () => {
  const [problem, ...rest] = await problemsOf(
    'servers:\n  google: { protocol: gemini, api_key_env: AIzaSyA-secret }\nmodels: {}\n',
  );
  expect(problem).toMatch(/^2 {2}"servers\.google\.api_key_env" is .* never its value$/);
  expect(rest).toEqual([]);
});

test('servers without an address or a key, or with two addresses', async () => {
  const text = `servers:
  google: { protocol: gemini }
  local: { protocol: openai }
  both: { protocol: openai, base_url: http://localhost:1, base_url_env: OPENAI_BASE_URL }
models: {}
`;
  expect(await problemsOf(text)).toEqual([
    '2  the server "google" has no key; add "api_key_env: GEMINI_API_KEY"',
    '3  the server "local" has no address; add "base_url:" or "base_url_env:"',
    '4  the server "both" has both "base_url" and "base_url_env"; keep one of the two',
  ]);
});

test('unknown servers and aliases, aliases with fields of their own, and entries that lead nowhere', async () => {
  const text = `${SERVERS}models:
  a: { server: gogle }
  b: { alias: aa }
  c: { alias: a, name: other }
  d: { context_window: 10 }
`;
  expect(await problemsOf(text)).toEqual([
    '5  unknown server "gogle"; did you mean "google"?',
    '6  unknown model "aa"; did you mean "a"?',
    '7  "name" beside "alias": an alias takes everything from its target; remove one of the two',
    '8  "d" has neither "server" nor "alias"; add "server:", use one of google, local',
  ]);
});

test('aliases in a circle are reported for each that is in it, and not for those that lead into it', async () => {
  const text = `${SERVERS}models:
  a: { alias: b }
  b: { alias: a }
  self: { alias: self }
  into: { alias: a }
  constructor: { alias: toString }
`;
  expect(await problemsOf(text)).toEqual([
    '5  the aliases go in a circle: a -> b -> a; let one of them name a server',
    '6  the aliases go in a circle: b -> a -> b; let one of them name a server',
    '7  the aliases go in a circle: self -> self; let one of them name a server',
    '9  unknown model "toString"; use one of a, b, self, into, constructor',
  ]);
});

test('text that is not YAML, an empty file and no file at all', async () => {
  expect(await problemsOf('servers: {}\nservers: {}\nmodels: {}\n')).toEqual([
    expect.stringMatching(/^2 {2}not valid YAML: .*; keep one of the two$/),
  ]);
  expect(await problemsOf('')).toEqual(['1  the file is empty; start with "servers:"']);
  await expect(loadModels('nowhere/models.yml')).rejects.toThrow(
    'nowhere/models.yml:1  there is no such file; add it, or set MODELS_FILE',
  );
});
