/**
 * A YAML file through its zod schema. Every issue becomes a problem with its line and fix; what is left of the
 * file without the bad parts is still checked by the rules, so that one mistake does not hide the next.
 */
import type { z } from 'zod';
import { nearest, suggest } from '../nearest.ts';
import type { Problem } from './problems.ts';
import type { Path, YamlFile } from './read-yaml.ts';
import { schemaKeys } from './schema-keys.ts';

type Issue = z.core.$ZodIssue;
type Plain = Record<PropertyKey, unknown>;

export type ParsedConfig<T> = {
  /** null when nothing useful is left. */
  config: T | null;
  problems: Problem[];
  /** True where the schema has refused that part already: rules skip it. */
  refused(path: Path): boolean;
};

/** `standIns` replace required fields that are missing or wrong; for an empty file, the fix names the first of them. */
export function parseConfig<T>(schema: z.ZodType<T>, source: YamlFile, standIns: Plain): ParsedConfig<T> {
  const { value } = source;
  if (source.problems.length > 0) return { config: null, problems: source.problems, refused: () => true };
  if (!isPlain(value)) {
    const message = value === null ? 'the file is empty' : 'the file must be a list of "key: value" lines';
    const [key = '', first] = Object.entries(standIns)[0] ?? [];
    const fix = `start with "${key}:${typeof first === 'string' ? ` ${first}` : ''}"`;
    return { config: null, problems: [{ file: source.file, line: 1, message, fix }], refused: () => true };
  }

  const first = schema.safeParse(value);
  if (first.success) return { config: first.data, problems: [], refused: () => false };

  const issues = first.error.issues.flatMap((issue) => unfold(issue));
  const keys = schemaKeys(schema);
  const refused = new Set(
    issues.filter((issue) => issue.code !== 'unrecognized_keys' || issue.path.length > 0).map(part),
  );
  const rest = schema.safeParse({ ...standIns, ...withoutRefused(value, issues) });
  return {
    config: rest.success ? rest.data : null,
    problems: issues.flatMap((issue) => problemsOf(issue, source, keys)),
    refused: (path) =>
      refused.has(String(path[0])) || (path.length > 1 && refused.has(`${String(path[0])}.${String(path[1])}`)),
  };
}

/** Of a union's alternatives, the one that the author seems to have meant. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors
    .filter((branch) => !branch.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'))
    .sort((a, b) => weight(a) - weight(b))[0];
  if (!meant) return [issue];
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

function weight(branch: readonly Issue[]): number {
  return branch.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
}

function problemsOf(issue: Issue, source: YamlFile, keys: (path: Path) => string[]): Problem[] {
  const at = (path: Path, message: string, fix: string): Problem => ({
    file: source.file,
    line: source.lineOf(path),
    message,
    fix,
  });
  const name = issue.path.map(String).join('.');
  const given = valueAt(source.value, issue.path);

  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const near = nearest(key, keys(issue.path));
        return at([...issue.path, key], `unknown key "${key}"`, near ? `did you mean "${near}"?` : 'remove it');
      });
    case 'invalid_value':
      if (given === undefined) return [at(issue.path, `"${name}" is missing`, `use one of ${issue.values.join(', ')}`)];
      return [at(issue.path, `"${name}" is ${quoted(given)}`, suggest(String(given), issue.values.map(String)))];
    case 'invalid_type':
      if (given === undefined) return [at(issue.path, `"${name}" is missing`, `add "${String(issue.path.at(-1))}:"`)];
      if (given === null) return [at(issue.path, `"${name}" is empty`, 'give it a value or remove the line')];
      return [at(issue.path, `"${name}" is ${quoted(given)}`, `it must be ${article(issue.expected)}`)];
    case 'invalid_union':
      return [
        at(
          issue.path,
          `"${name}" is not a tool`,
          'write a tool’s name, "builtin:", or "agent:" with "name:" and "fallback:"',
        ),
      ];
    case 'too_small':
      if (issue.origin === 'string') return [at(issue.path, `"${name}" is empty`, 'give it a value')];
      return [
        at(
          issue.path,
          `"${name}" is ${quoted(given)}`,
          `it must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`,
        ),
      ];
    case 'too_big':
      return [
        at(
          issue.path,
          `"${name}" is ${quoted(given)}`,
          `it must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`,
        ),
      ];
    default:
      return [at(issue.path, `"${name}" is ${quoted(given)}`, issue.message)];
  }
}

/** The part of the file that the schema has refused: a field, or one item of a list. */
function part(issue: Issue): string {
  const [field, item] = issue.path;
  return typeof item === 'number' ? `${String(field)}.${item}` : String(field);
}

/** A copy without the refused parts. A list keeps its length, so that its other items keep their lines. */
function withoutRefused(value: Plain, issues: readonly Issue[]): Plain {
  const copy = structuredClone(value);
  for (const issue of issues) {
    const [field, item] = issue.path;
    if (field === undefined) {
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) delete copy[key];
      continue;
    }
    const list = copy[field];
    if (typeof item === 'number' && Array.isArray(list)) list[item] = '';
    else delete copy[field];
  }
  return copy;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner ? (inner as Plain)[step] : undefined),
    value,
  );
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quoted(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a group of keys' : String(value);
}

function article(type: string): string {
  const words: Record<string, string> = {
    string: 'text, between quotes if need be',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a group of "key: value" lines',
  };
  return words[type] ?? type;
}
