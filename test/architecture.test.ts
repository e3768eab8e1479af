/** Rules that the compiler does not check: which folder may import which, which words the engine must not use, the length of a file. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NIGHT_FILES } from './night.ts';
import { circles, codeIn, type Import, importsIn, importsOf, textOf } from './support/imports.ts';

/** Folder by folder, what it may import besides itself. The longest folder that a file is in counts. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/platform': [],
  // Other programs and pages bundle it.
  'src/client': [],
  'src/cli': ['src/client', 'src/engine', 'src/platform'],
  'src/engine': ['src/platform'],
  'src/record': ['src/platform'],
  'src/clinical': ['src/platform'],
  'src/functions': ['src/engine', 'src/platform'],
  'src/interop': ['src/engine', 'src/platform'],
  'src/teams': ['src/engine', 'src/record', 'src/clinical', 'src/platform'],
  // Where a process is put together.
  src: ['src/engine', 'src/functions', 'src/interop', 'src/record', 'src/clinical', 'src/teams', 'src/platform'],
  queues: ['src'],
  workers: ['queues', 'src'],
  producers: ['queues', 'src'],
  dashboard: ['queues', 'src'],
};

/** Inside the engine. */
const ENGINE: Record<string, readonly string[]> = {
  'src/engine/models': [],
  'src/engine/access': [],
  'src/engine/workspace': [],
  'src/engine/task': ['src/engine/models'],
  'src/engine/agents': ['src/engine/models'],
  'src/engine/tools': ['src/engine/models', 'src/engine/task', 'src/engine/workspace'],
  'src/engine/run': [
    'src/engine/agents',
    'src/engine/models',
    'src/engine/task',
    'src/engine/tools',
    'src/engine/workspace',
  ],
  'src/engine/kinds': ['src/engine/agents', 'src/engine/run', 'src/engine/task'],
  'src/engine': ['src/engine/agents', 'src/engine/kinds', 'src/engine/run'],
};

/** The one entry of each library: what other folders may import of it. */
const ENTRIES: Record<string, string> = {
  'src/record': 'src/record/index.ts',
  'src/clinical': 'src/clinical/index.ts',
};

/** Files that may reach further, because they compose. */
const COMPOSES: Record<string, readonly string[]> = {
  'producers/main.ts': ['dashboard'],
  // Its check needs the models as a process has them.
  'src/cli/doctor/model.ts': ['src'],
};

/** What a message or a fact looks like is a plain type that the libraries share. */
const SHARED_TYPES = (one: Import) => one.typeOnly && one.from.startsWith('src/clinical/');

const TOPS = ['src', 'queues', 'workers', 'producers', 'dashboard'];
const MAX_LINES = 300;

const all = TOPS.flatMap(codeIn).filter((file) => /\.(ts|mjs)$/.test(file));
const imports = all.flatMap(importsOf);

function homeOf(file: string, folders: readonly string[]): string {
  return folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? '';
}

function forbidden(one: Import, rules: Record<string, readonly string[]>): string | null {
  const folders = Object.keys(rules);
  const [from, to] = [homeOf(one.from, folders), homeOf(one.to, folders)];
  if (from === '' || from === to) return null;
  const may = [...(rules[from] ?? []), ...(COMPOSES[one.from] ?? [])];
  const allowed = may.some((folder) => to === folder || to.startsWith(`${folder}/`));
  return allowed ? null : `${one.from} imports ${one.to}: ${from}/ may import ${may.join(', ') || 'nothing else'}`;
}

const broken = (found: readonly Import[], rules: Record<string, readonly string[]>) =>
  found.flatMap((one) => forbidden(one, rules) ?? []);

describe('imports run one way', () => {
  test('between the folders', () => {
    expect(broken(imports, ALLOWED).filter((line) => !/^src\/clinical\/.* imports src\/record\//.test(line))).toEqual(
      [],
    );
    expect(
      broken(
        imports.filter((one) => !SHARED_TYPES(one)),
        ALLOWED,
      ),
    ).toEqual([]);
  });

  test('inside the engine', () => {
    const inside = imports.filter(({ from, to }) => from.startsWith('src/engine/') && to.startsWith('src/engine/'));
    expect(inside.length).toBeGreaterThan(50);
    expect(broken(inside, ENGINE)).toEqual([]);
  });

  test('no team imports another', () => {
    const teamOf = (file: string) => /^src\/teams\/([^/]+)\//.exec(file)?.[1];
    const wrong = imports.filter(({ from, to }) => teamOf(from) && teamOf(to) && teamOf(from) !== teamOf(to));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test.each(Object.entries(ENTRIES))('%s is imported through its entry only', (folder, entry) => {
    const wrong = imports.filter(
      ({ from, to }) => to.startsWith(`${folder}/`) && !from.startsWith(`${folder}/`) && to !== entry,
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}, and should import ${entry}`)).toEqual([]);
  });

  test('no file imports itself in a circle, types included', () => {
    const graph = new Map(all.map((file) => [file, importsOf(file).map(({ to }) => to)]));
    expect(circles(graph)).toEqual([]);
  });

  test('the check sees what it is about', () => {
    const added = (from: string, path: string) => importsIn(from, `import { x } from '${path}';`);
    expect(broken(added('src/engine/run/a.ts', '../../teams/health/index.ts'), ALLOWED)).toHaveLength(1);
    expect(broken(added('src/engine/run/a.ts', '../../record/index.ts'), ALLOWED)).toHaveLength(1);
    expect(broken(added('src/record/a.ts', '../clinical/index.ts'), ALLOWED)).toHaveLength(1);
    expect(broken(added('src/teams/health/a.ts', '../../../queues/catalogue.ts'), ALLOWED)).toHaveLength(1);
    expect(broken(added('workers/a.ts', '../producers/http/app.ts'), ALLOWED)).toHaveLength(1);
    expect(broken(added('src/engine/agents/a.ts', '../run/context.ts'), ENGINE)).toHaveLength(1);
    expect(broken(added('queues/a.ts', '../src/teams/teams.ts'), ALLOWED)).toEqual([]);
    expect(importsIn('a/b.ts', "import {\n  x,\n} from './c.ts';\nimport type { Y } from '../d.ts';")).toEqual([
      { from: 'a/b.ts', to: 'a/c.ts', typeOnly: false },
      { from: 'a/b.ts', to: 'd.ts', typeOnly: true },
    ]);
    expect(
      circles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual(['a -> b -> c -> a']);
  });
});

test('the engine, the queues and the workers know no medicine', () => {
  const words = /patient|health(?!z|_path|_seconds)|triage|consultant|red.?flag|machina/i;
  /** The names of the queues are what operators scale and watch. */
  const names: Record<string, RegExp> = {
    'queues/catalogue.ts':
      /^ {2}(triage|consultant): \{ jobs: AGENT_JOBS, about: '[A-Z][a-z]+: [a-z, ]+', concurrency: WAITING \},$/,
    'src/engine/agents/worker-queues.ts': /^ {2}'(triage|consultant)',$/,
    // The name of a setting.
    'src/engine/access/open-authenticator.ts': /^ *peopleClaim: config\.JWT_PATIENTS_CLAIM,$/,
  };
  const found = ['src/engine', 'queues', 'workers'].flatMap(codeIn).flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => words.test(line) && !names[file]?.test(line) && !isComment(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** A comment may give an example. */
function isComment(line: string): boolean {
  return /^\s*(\/\*\*|\*|\/\/)/.test(line);
}

test('what leaves this machine leaves through few files, and only one of them makes outward queries', () => {
  const code = all.filter((file) => file.endsWith('.ts'));
  const using = (pattern: RegExp) => code.filter((file) => pattern.test(textOf(file))).sort();
  expect(using(/\bas OutwardQuery\b/)).toEqual(['src/teams/outward-query.ts']);
  expect(using(/\bfetch\(|from '(?:undici|nodemailer|aws4fetch|node:https)'/)).toEqual([
    // The browser asks the server that it was loaded from; the page's policy allows no other.
    'dashboard/console/api.ts',
    // The API, as its clients call it.
    'src/cli/doctor/server.ts',
    'src/client/send.ts',
    // The identity provider, models and stores that the operator has configured, pages that a user has named, approved mail, search services, SonarQube, a home.
    'src/engine/access/jwks.ts',
    'src/engine/models/openai.ts',
    'src/engine/models/probe.ts',
    'src/engine/models/provider-call.ts',
    'src/engine/tools/safe-fetch.ts',
    'src/engine/workspace/s3-objects.ts',
    'src/functions/analysis/sonarqube/sonarqube.ts',
    'src/functions/library/openai-embedder.ts',
    // Updates of A2A tasks to webhooks that clients have named.
    'src/interop/a2a/push/post.ts',
    // The hosts of remote agents, from their configs alone.
    'src/interop/remote/http.ts',
    'src/teams/assistant/home/home-assistant.ts',
    'src/teams/research/mail/mailer.ts',
    'src/teams/research/search/polite-fetch.ts',
  ]);
});

test('no file is longer than 300 lines', () => {
  const long = [...TOPS, 'test'].flatMap(codeIn).flatMap((file) => {
    const lines = textOf(file).split('\n').length - 1;
    return lines > MAX_LINES ? [`${file}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});

test('the list of the night names test files that exist, each once', () => {
  expect(NIGHT_FILES.filter((file) => !existsSync(file))).toEqual([]);
  expect(NIGHT_FILES).toEqual([...new Set(NIGHT_FILES)]);
});
