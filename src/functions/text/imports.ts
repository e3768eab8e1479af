/** The imports at any place of a program's top level, and the same ones once: `import { a }` and `import { a, b }` of one module are one. */

const BEGINS = /^(?:import\b(?!\s*\()|from\s+\S+\s+import\b|#include\b|using\s+[\w.]+;|const\s.{0,200}=\s*require\()/;
const NAMED = /^import\s+(type\s+)?\{([^}]*)\}\s*from\s*(['"][^'"]+['"]);?$/;
const PYTHON = /^from (\S+) import \(?(\w[\w, ]*)\)?$/;
/** An import that is not closed after so many lines is none. */
const MOST_LINES = 60;

export function importsAndBody(code: string): { imports: string[]; body: string } {
  const imports: string[] = [];
  const body: string[] = [];
  const lines = code.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const length = BEGINS.test(line) ? lengthOf(lines, index) : 0;
    if (length === 0) body.push(line);
    else
      imports.push(
        lines
          .slice(index, index + length)
          .map((one) => one.trim())
          .join(' '),
      );
    index += Math.max(0, length - 1);
  }
  return { imports, body: body.join('\n') };
}

/** In lines: until its brackets are closed. */
function lengthOf(lines: readonly string[], first: number): number {
  let open = 0;
  for (let index = first; index < Math.min(lines.length, first + MOST_LINES); index += 1) {
    for (const mark of lines[index]?.match(/[{}()]/g) ?? []) open += mark === '{' || mark === '(' ? 1 : -1;
    if (open <= 0) return index - first + 1;
  }
  return 0;
}

export function mergedImports(imports: readonly string[]): string[] {
  const merged = new Map<string, { names: Set<string>; write: (names: string) => string }>();
  for (const one of imports) {
    const written = one.replace(/\s+/g, ' ').trim();
    const [, type = '', named, module] = NAMED.exec(written) ?? [];
    const [, from, members] = PYTHON.exec(written) ?? [];
    const key = module ? `${type}${module}` : (from ?? written);
    const known = merged.get(key) ?? { names: new Set<string>(), write: () => written };
    merged.set(key, known);
    for (const name of (named ?? members ?? '').split(',')) if (name.trim() !== '') known.names.add(name.trim());
    if (module) known.write = (names) => `import ${type}{ ${names} } from ${module};`;
    else if (from) known.write = (names) => `from ${from} import ${names}`;
  }
  return [...merged.values()].map(({ names, write }) => write([...names].join(', ')));
}
