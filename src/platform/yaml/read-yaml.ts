/** A YAML file as plain data, with the line number of each of its parts. */
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml';
import type { Problem } from './problems.ts';

export type Path = readonly PropertyKey[];

export type YamlFile = {
  file: string;
  /** undefined when the text is not YAML; `problems` says why. */
  value: unknown;
  problems: Problem[];
  /** The line of the key or list item at the path; of the nearest thing around it where there is none. */
  lineOf(path: Path): number;
};

const FIXES: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  DUPLICATE_KEY: 'keep one of the two',
  BAD_INDENT: 'line it up with the lines around it',
  BLOCK_AS_IMPLICIT_KEY: 'put text that has ": " in it between quotes, or below a "|"',
  MISSING_CHAR: 'close the quote or bracket',
  BAD_ALIAS: 'put text that begins with "*" or "&" between quotes',
  MULTIPLE_DOCS: 'keep one document in each file: remove the "---"',
};

export function readYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);

  const found = [...document.errors, ...document.warnings].map((error) => ({
    file,
    line: lineAt(error.pos[0]),
    message: `not valid YAML: ${lowerFirst(error.message)}`,
    fix: FIXES[error.code] ?? 'fix the YAML here',
  }));
  const root = document.contents;
  return {
    file,
    value: found.length > 0 ? undefined : document.toJS(),
    problems: found,
    lineOf: (path) => lineAt(offsetOf(root, path, (alias) => (isAlias(alias) ? alias.resolve(document) : alias))),
  };
}

/** A file that could not be read at all, so that its absence is one more problem among the others. */
export function missingFile(file: string, message: string, fix: string): YamlFile {
  return { file, value: undefined, problems: [{ file, line: 1, message, fix }], lineOf: () => 1 };
}

function offsetOf(root: Node | null, path: Path, resolve: (node: unknown) => unknown): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    node = resolve(node);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else {
      return offset;
    }
  }
  return offset;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
