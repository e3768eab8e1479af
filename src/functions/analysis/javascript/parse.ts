/**
 * Parses JavaScript and TypeScript, with or without JSX, for ESLint. typescript-eslint needs the API of TypeScript 6 (23 MB beside our own
 * compiler); this needs none. Types are parsed, and then not visited: no rule that we use looks at them, and `typeNames` says which
 * names they use.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Comment, Parser, type Program, type Token } from 'acorn';
import { KEYS } from 'eslint-visitor-keys';

export type Parsed = {
  ast: Program & { tokens: object[]; comments: object[] };
  visitorKeys: Record<string, readonly string[]>;
};

export class SyntaxProblem extends Error {
  override name = 'SyntaxProblem';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** What ESLint visits in the nodes of TypeScript: the code in them, and no types. */
const TYPESCRIPT_KEYS: Record<string, readonly string[]> = {
  TSAsExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSTypeAssertion: ['expression'],
  TSInstantiationExpression: ['expression'],
  TSExportAssignment: ['expression'],
  TSParameterProperty: ['parameter'],
  TSModuleDeclaration: ['body'],
  TSModuleBlock: ['body'],
  TSEnumDeclaration: [],
  TSInterfaceDeclaration: [],
  TSTypeAliasDeclaration: [],
  TSDeclareFunction: [],
  TSDeclareMethod: [],
  TSImportEqualsDeclaration: [],
  TSIndexSignature: [],
  TSAbstractMethodDefinition: [],
  TSAbstractPropertyDefinition: [],
  TSNamespaceExportDeclaration: [],
};

const VISITOR_KEYS: Record<string, readonly string[]> = { ...KEYS, ...TYPESCRIPT_KEYS };

/** Tried in this order: `<T>x` is a type assertion in one and an element in the other, and a script may say what a module may not. */
const DIALECTS = [
  { parser: Parser.extend(tsPlugin()), sourceType: 'module' },
  { parser: Parser.extend(tsPlugin({ jsx: true })), sourceType: 'module' },
  { parser: Parser.extend(tsPlugin({ jsx: true })), sourceType: 'script' },
] as const;

/** Code that people and generators write has some dozens. */
const MAX_NESTING = 250;

/** Throws the SyntaxProblem of the dialect that got furthest. */
export function parseJavascript(text: string): Parsed {
  refuseNested(text);
  let furthest: SyntaxProblem | undefined;
  for (const dialect of DIALECTS) {
    try {
      return parseWith(dialect, text);
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (!furthest || isAfter(problem, furthest)) furthest = problem;
    }
  }
  throw furthest;
}

/** The parser recurses for each level, and tries some of them several times. */
function refuseNested(text: string): void {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[([{}\])]/g)) {
    depth = '([{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth <= MAX_NESTING) continue;
    const before = text.slice(0, index).split('\n');
    throw new SyntaxProblem(`Nested more than ${MAX_NESTING} deep`, before.length, (before.at(-1)?.length ?? 0) + 1);
  }
}

export function isJavascriptText(text: string): boolean {
  try {
    parseJavascript(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxProblem) return false;
    throw thrown;
  }
}

/** The names that types use, so that an import which only a type uses is not reported as unused. */
export function typeNames(ast: unknown): Set<string> {
  const names = new Set<string>();
  const open: { node: unknown; inType: boolean }[] = [{ node: ast, inType: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, inType } = next;
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) {
      for (const item of node) open.push({ node: item, inType });
      continue;
    }
    const { type, name } = node as { type?: unknown; name?: unknown };
    if (typeof type !== 'string') continue;
    if (inType && type === 'Identifier' && typeof name === 'string') names.add(name);
    const code = VISITOR_KEYS[type];
    for (const [key, child] of Object.entries(node))
      if (key !== 'loc' && key !== 'tokens' && key !== 'comments')
        open.push({ node: child, inType: inType || !code?.includes(key) });
  }
  return names;
}

function parseWith({ parser, sourceType }: (typeof DIALECTS)[number], text: string): Parsed {
  const tokens: object[] = [];
  const comments: object[] = [];
  const ast = parser.parse(text, {
    ecmaVersion: 'latest',
    sourceType,
    locations: true,
    ranges: true,
    allowHashBang: true,
    // A snippet may be the inside of a function.
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: sourceType === 'module',
    allowSuperOutsideMethod: true,
    onToken: (token) => tokens.push(eslintToken(token, text)),
    onComment: (block, value, start, end, from, to) =>
      comments.push({
        type: block ? 'Block' : 'Line',
        value,
        start,
        end,
        range: [start, end],
        loc: { start: from, end: to },
      } satisfies Omit<Comment, 'loc'> & { loc: unknown }),
  });
  // A parser that looks ahead and goes back reads some of the text twice.
  return {
    ast: Object.assign(ast, { tokens: inOrder(tokens), comments: inOrder(comments) }),
    visitorKeys: VISITOR_KEYS,
  };
}

/** The rules that we use look at the text and the place of a token; of its type only at whether it is a punctuator. */
function eslintToken({ type, start, end, loc }: Token, text: string): object {
  const value = text.slice(start, end);
  const kind =
    type.label === 'name' ? 'Identifier' : (LITERALS[type.label] ?? (type.keyword ? 'Keyword' : 'Punctuator'));
  return { type: kind, value, start, end, range: [start, end], loc };
}

const LITERALS: Readonly<Record<string, string>> = {
  string: 'String',
  num: 'Numeric',
  regexp: 'RegularExpression',
  template: 'Template',
  privateId: 'PrivateIdentifier',
  jsxName: 'JSXIdentifier',
  jsxText: 'JSXText',
};

function inOrder(parts: object[]): object[] {
  let end = -1;
  return (parts as { start: number; end: number }[])
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter((part) => {
      if (part.start < end || part.end === part.start) return false;
      end = part.end;
      return true;
    });
}

function problemOf(thrown: unknown): SyntaxProblem {
  const { loc, message } = thrown as { loc?: { line: number; column: number }; message: string };
  if (!(thrown instanceof SyntaxError) || !loc) throw thrown;
  return new SyntaxProblem(message.replace(/ \(\d+:\d+\)$/, ''), loc.line, loc.column + 1);
}

function isAfter(one: SyntaxProblem, other: SyntaxProblem): boolean {
  return one.line > other.line || (one.line === other.line && one.column > other.column);
}
