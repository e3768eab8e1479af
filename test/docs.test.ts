/** Checks the documents: what they name exists, and what a reader must know is named. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentConfig, TeamConfig } from '../src/engine/agents/schema.ts';
import { equip } from '../src/engine/run/equipment.ts';
import { ERROR_CODES } from '../src/interop/envelope/envelope.ts';
import { OWN_REASONS } from '../src/interop/remote/failure.ts';
import { describeTeams } from '../src/teams/teams.ts';
import { exampleSettings } from './support/settings.ts';

/** Read by `medfleet` and the examples; a fleet has no such settings. */
const OF_THE_COMMAND_LINE = ['MEDFLEET_URL', 'MEDFLEET_TOKEN', 'NO_COLOR'];
const OF_THE_TESTS = ['PROPERTY_RUNS', 'PROPERTY_SEED'];

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['agents', 'src', 'queues', 'workers', 'producers', 'dashboard', 'docker', 'docs', 'examples', 'test'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** A document with its tables unpadded. */
const readTables = (path: string) => read(path).replace(/ {2,}\|/g, ' |');

function filesIn(dir: string, end: string): string[] {
  return readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((name) => name.endsWith(end) && statSync(join(ROOT, name)).isFile());
}

const equipmentOf = equip(describeTeams());
const equipment = describeTeams().map(({ name }) => equipmentOf(name));
const TOOLS = new Map(equipment.flatMap(({ tools }) => [...tools]));

const documents = ['README.md', 'CHANGELOG.md', 'examples/README.md', ...filesIn('docs', '.md')].map((file) => ({
  file,
  text: read(file),
}));
const code = ['src', 'queues', 'workers', 'producers', 'dashboard']
  .flatMap((dir) => filesIn(dir, '.ts'))
  .map(read)
  .join('\n');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Inline code, without the fenced blocks. */
function inlineCode(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside);
}

/** A heading's anchor, as GitHub makes it. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Of a path such as src/base.ts:12 or agents/<team>/, what must exist; null if it is none of this repository's. */
function repoPath(text: string): string | null {
  const path = text.replace(/:\d+$/, '');
  if (/[\s*<>…{}$]/.test(path)) return null;
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`)) || /^[\w.-]+\.(ts|json|md)$/.test(path) ? path : null;
}

describe.each(documents)('$file', ({ file, text }) => {
  it('has only links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    for (const link of links.filter((one) => !/^[a-z]+:/.test(one))) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
      expect(existsSync(join(ROOT, target)), `${file} links to ${link}`).toBe(true);
      if (anchor) expect(anchors(read(target)), `${file} links to ${link}`).toContain(anchor);
    }
  });

  it('names only npm scripts that exist', () => {
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
      expect(Object.keys(scripts)).toContain(name);
    for (const [, name = ''] of text.matchAll(/npm (start|test)\b/g)) expect(Object.keys(scripts)).toContain(name);
  });

  it('names only files that exist', () => {
    for (const path of inlineCode(text).flatMap((inside) => repoPath(inside) ?? []))
      expect(existsSync(join(ROOT, path)), `${file} names ${path}`).toBe(true);
  });

  it('names only settings that exist', () => {
    // The codes of the A2A envelope and of failed calls are written like settings, and so are words of the A2A protocol.
    const codes = [...ERROR_CODES, ...OWN_REASONS];
    const known: string[] = [
      ...exampleSettings().map(([name]) => name),
      ...codes,
      ...OF_THE_COMMAND_LINE,
      ...OF_THE_TESTS,
    ];
    const named = text.replace(/\b(?:TASK_STATE|ROLE)_[A-Z_]+\b/g, '').matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g);
    expect([...named].map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names only metrics that exist', () => {
    const named = [...text.matchAll(/\bmedfleet_[a-z_]*[a-z]\b/g)].map(([name]) => name);
    expect(named.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  it('names only routes that are answered', () => {
    const rows = [...code.matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    // MCP is mounted beside the table of routes.
    const routes = [...rows, 'post /mcp'];
    const named = [...text.matchAll(/\b(GET|POST|DELETE) (\/[a-z0-9/{}-]+)/g)];
    const unknown = named.filter(([, method = '', path]) => !routes.includes(`${method.toLowerCase()} ${path}`));
    expect(unknown.map(([name]) => name)).toEqual([]);
  });
});

describe('walk-throughs', () => {
  it.each([
    ['docs/write-an-agent.md', 'yaml', ['examples/agent/coach/team.yml', 'examples/agent/coach/CoachAgent/config.yml']],
    ['docs/write-a-pipeline.md', 'yaml', ['examples/pipeline/short-notes.yml']],
    [
      'docs/write-a-tool.md',
      'ts',
      ['examples/tool/convert-measure.tool.ts', 'examples/tool/team.ts', 'src/teams/teams.ts'],
    ],
  ])('%s shows its files as they are', (document, language, files) => {
    const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(#|\/\/)/.test(line));
    const shown = [...read(document).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
    expect(shown.length).toBe(files.length);
    for (const [index, [, block = '']] of shown.entries()) {
      const file = files[index] ?? '';
      // The walk-through adds its own team to the list.
      const text = read(file).replace('tutorTeam];', 'tutorTeam, kitchenTeam];');
      expect(lines(text).join('\n'), file).toContain(lines(block).join('\n'));
    }
  });
});

describe('docs/operations.md', () => {
  const text = readTables('docs/operations.md');
  const rows = [...text.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name);
  const logged = [...code.matchAll(/\blog\??(?:\.\w+|\[[^\]]+\])\([\s\S]{0,300}?'([a-z_]+\.[a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );

  it('names only log events that the code writes', () => {
    const events = rows.filter((name) => name.includes('.'));
    expect(events.length).toBeGreaterThan(10);
    expect(events.filter((name) => !logged.includes(name))).toEqual([]);
  });

  it('explains every log event, so that an operator can look each one up', () => {
    expect(logged.length).toBeGreaterThan(10);
    expect(logged.filter((name) => !rows.includes(name))).toEqual([]);
  });

  it('has a purpose for every setting', () => {
    const names = exampleSettings().map(([name]) => name);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('explains every metric that is ours', () => {
    const names = [...code.matchAll(/name: '(medfleet_[a-z_]+)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !rows.includes(name))).toEqual([]);
  });
});

describe('docs/agents.md', () => {
  const text = readTables('docs/agents.md');
  const without = (names: Iterable<string>, shown: (name: string) => boolean) =>
    [...names].filter((name) => !shown(name));

  it('explains every field that an agent can have', () => {
    expect(without(Object.keys(AgentConfig.shape), (field) => text.includes(`| \`${field}\` |`))).toEqual([]);
  });

  it('shows every field that a team can have', () => {
    expect(without(Object.keys(TeamConfig.shape), (field) => text.includes(`\n${field}: `))).toEqual([]);
  });

  it('lists every tool, callback and output schema', () => {
    const callbacks = equipment.flatMap((team) => Object.values(team.callbacks).flatMap(Object.keys));
    const outputs = equipment.flatMap((team) => Object.keys(team.outputs));
    const names = [...TOOLS.keys(), ...callbacks, ...outputs];
    expect(without(names, (name) => text.includes(`\`${name}\``))).toEqual([]);
  });

  it('says what the tools need access to', () => {
    const row = (name: string) => `| \`${name}\` | ${TOOLS.get(name)?.needs ? `\`${TOOLS.get(name)?.needs}\` |` : '|'}`;
    expect(without(TOOLS.keys(), (name) => text.includes(row(name)))).toEqual([]);
  });
});

it('decisions are numbered without a gap and say what would change our mind', () => {
  const decisions = filesIn('docs/decisions', '.md').sort();
  expect(decisions.map((file) => file.slice('docs/decisions/'.length).slice(0, 3))).toEqual(
    decisions.map((_, index) => String(index + 1).padStart(3, '0')),
  );
  for (const file of decisions)
    for (const part of ['Context', 'Choice', 'Alternatives', 'What would change our mind'])
      expect(read(file), file).toContain(`\n## ${part}\n`);
});
