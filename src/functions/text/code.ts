/** Source code, read by the look of its lines: what is declared in it, without a parser for each language. */
import { linesOf, type Span } from './lines.ts';

export type Declaration = Span & { name: string; kind: string; level: number };

const LINES_LOOKED_AT = 400;
const CODE_SHARE = 0.4;
const BEGINS_CODE =
  /^(?:import|export|const|let|var|def|class|func|fn|function|public|private|protected|return|package|using|from|#include|@\w+|\/\/|\/\*|\* )/;
const MODIFIERS = new Set(
  'export default async abstract public private protected static final override readonly declare pub internal virtual'.split(
    ' ',
  ),
);
const KINDS: Readonly<Record<string, string>> = {
  class: 'class',
  interface: 'interface',
  trait: 'interface',
  protocol: 'interface',
  struct: 'class',
  enum: 'type',
  type: 'type',
  namespace: 'module',
  module: 'module',
  function: 'function',
  def: 'function',
  func: 'function',
  fn: 'function',
};
const CONTROL = new Set('if for while switch catch return await throw else do try new super constructor'.split(' '));
const LONGEST_LINE = 300;

/** Words of programming languages; they say nothing about a program. */
export const CODE_WORDS: ReadonlySet<string> = new Set(
  (
    'import export from const let var function return if else for while do switch case break continue class extends implements interface ' +
    'type enum struct trait impl pub fn func def self this new delete typeof instanceof void null undefined true false none try catch ' +
    'except finally throw raise async await yield public private protected static final readonly string number boolean int float bool ' +
    'any unknown never object array map set promise package namespace using include print elif pass lambda with as in of is not and or'
  ).split(' '),
);

export function isCode(text: string): boolean {
  let [lines, code] = [0, 0];
  for (const { start, end } of linesOf(text.slice(0, LINES_LOOKED_AT * LONGEST_LINE))) {
    const line = text.slice(start, end).trim();
    if (line === '') continue;
    lines += 1;
    if (/[;{}]$|^[)}\]]/.test(line) || (BEGINS_CODE.test(line) && /[({:;='"/*]/.test(line))) code += 1;
    if (lines >= LINES_LOOKED_AT) break;
  }
  return lines > 1 && code / lines >= CODE_SHARE;
}

export function declarationsOf(text: string): Declaration[] {
  const found: Declaration[] = [];
  /** How far the declarations around the next one are indented. */
  const around: number[] = [];
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE));
    const declared = declarationIn(line);
    if (!declared) continue;
    const indent = line.length - line.trimStart().length;
    while (around.length > 0 && (around.at(-1) ?? 0) >= indent) around.pop();
    around.push(indent);
    found.push({ ...declared, start: start + declared.start, end: start + declared.end, level: around.length });
  }
  return found;
}

function declarationIn(line: string): Omit<Declaration, 'level'> | undefined {
  const words = Array.from(line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)).slice(0, 8);
  const first = words.findIndex(({ 0: word }) => !MODIFIERS.has(word));
  const [head, name] = [words[first], words[first + 1]];
  // Nothing but spaces and modifiers may stand before it.
  if (!head || /[^\p{L}\s()]/u.test(line.slice(0, head.index))) return undefined;
  const kind = KINDS[head[0]];
  if (kind && name && /^[\s*]+$/.test(line.slice(head.index + head[0].length, name.index)))
    return { start: head.index, end: name.index + name[0].length, name: name[0], kind };
  if ((head[0] === 'const' || head[0] === 'let') && name && line.includes('=>') && line.includes('='))
    return { start: name.index, end: name.index + name[0].length, name: name[0], kind: 'function' };
  const after = line.slice(head.index + head[0].length);
  if (!CONTROL.has(head[0]) && after.startsWith('(') && line.trimEnd().endsWith('{'))
    return { start: head.index, end: head.index + head[0].length, name: head[0], kind: 'method' };
  return undefined;
}
