/** ESLint rules for dangerous calls that neither ESLint nor eslint-plugin-security has. They look at single expressions, not at data flow. */
import type { ESLint, Rule } from 'eslint';
import type { BinaryExpression, CallExpression, Expression, Literal, Node, PrivateIdentifier, Property } from 'estree';
import { analyse } from 'scslre';

/** Tried on the first characters of a string. */
const SQL = /^\s{0,20}(?:select\s.{1,300}\sfrom\s|insert\s+into\s|update\s+\S{1,100}\s+set\s|delete\s+from\s)/is;
const MAX_SQL = 500;
const MAX_PATTERN = 500;
const HTML_PROPERTIES: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const HTML_CALLS: ReadonlySet<string> = new Set(['insertAdjacentHTML', 'write', 'writeln', 'createContextualFragment']);
const SPAWNS: ReadonlySet<string> = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync']);
const WEAK_HASHES: ReadonlySet<unknown> = new Set(['md5', 'sha1', 'md4']);

const rules: Record<string, Rule.RuleModule> = {
  'sql-from-strings': rule('An SQL statement is put together from strings.', (report) => ({
    TemplateLiteral(node) {
      const tagged = node.parent.type === 'TaggedTemplateExpression';
      if (!tagged && node.expressions.length > 0 && isSql(node.quasis.map(({ value }) => value.raw).join(' ? ')))
        report(node);
    },
    BinaryExpression(node) {
      const inner = node.parent.type === 'BinaryExpression' && node.parent.operator === '+';
      if (node.operator !== '+' || inner) return;
      const parts = partsOf(node);
      if (parts.some((part) => textOf(part) === null) && isSql(parts.map((part) => textOf(part) ?? ' ? ').join('')))
        report(node);
    },
  })),
  'html-from-strings': rule('HTML is written that is not fixed text.', (report) => ({
    AssignmentExpression(node) {
      const { left, right } = node;
      if (left.type === 'MemberExpression' && HTML_PROPERTIES.has(nameOf(left.property)) && textOf(right) === null)
        report(node);
    },
    CallExpression(node) {
      const last = node.arguments.at(-1);
      const onDocument = /^write/.test(calledName(node)) ? isNamed(objectOf(node), 'document') : true;
      if (HTML_CALLS.has(calledName(node)) && onDocument && objectOf(node) && last && textOf(last) === null)
        report(node);
    },
    JSXAttribute(node: Node & { name?: { name?: unknown } }) {
      if (node.name?.name === 'dangerouslySetInnerHTML') report(node);
    },
  })),
  'shell-option': rule('A command is run by a shell.', (report) => ({
    Property(node) {
      const call = node.parent.parent as Node & Partial<Rule.NodeParentExtension>;
      const isOn = !(node.value.type === 'Literal' && node.value.value === false);
      if (keyOf(node) === 'shell' && isOn && call.type === 'CallExpression' && SPAWNS.has(calledName(call)))
        report(node);
    },
  })),
  'weak-hash': rule('A hash is used that can be forged.', (report) => ({
    CallExpression(node) {
      const [first] = node.arguments;
      const algorithm = first?.type === 'Literal' ? String(first.value).toLowerCase() : '';
      if (/^create(?:Hash|Hmac)$/.test(calledName(node)) && WEAK_HASHES.has(algorithm)) report(node);
    },
  })),
  'exponential-pattern': rule('A pattern takes exponential time for some texts.', (report) => ({
    Literal: (node) => void (slownessOf(node) === 'exponential' && report(node)),
  })),
  'polynomial-pattern': rule('A pattern takes more than linear time for some texts.', (report) => ({
    Literal: (node) => void (slownessOf(node) === 'polynomial' && report(node)),
  })),
  'unchecked-certificate': rule('Certificates of servers are not checked.', (report) => ({
    Property(node) {
      if (keyOf(node) === 'rejectUnauthorized' && node.value.type === 'Literal' && node.value.value === false)
        report(node);
    },
    AssignmentExpression({ left }) {
      if (left.type === 'MemberExpression' && nameOf(left.property) === 'NODE_TLS_REJECT_UNAUTHORIZED') report(left);
    },
  })),
};

export const danger: ESLint.Plugin = { meta: { name: 'danger' }, rules };

function rule(message: string, listen: (report: (node: Node) => void) => Rule.RuleListener): Rule.RuleModule {
  return {
    meta: { type: 'problem', messages: { found: message } },
    create: (context) => listen((node) => context.report({ node, messageId: 'found' })),
  };
}

function isSql(text: string): boolean {
  return SQL.test(text.slice(0, MAX_SQL));
}

/** Null for a pattern that is linear, or too long to be judged. */
function slownessOf(node: Literal): 'exponential' | 'polynomial' | null {
  if (!('regex' in node) || node.regex.pattern.length > MAX_PATTERN) return null;
  try {
    const { reports } = analyse({ source: node.regex.pattern, flags: node.regex.flags });
    if (reports.length === 0) return null;
    return reports.some(({ exponential }) => exponential) ? 'exponential' : 'polynomial';
  } catch {
    // Not a valid pattern: no-invalid-regexp and the parser say so.
    return null;
  }
}

/** The operands of a chain of +, from left to right. The chain may be long: no recursion. */
function partsOf(node: BinaryExpression): (Expression | PrivateIdentifier)[] {
  const parts: (Expression | PrivateIdentifier)[] = [];
  let left: Expression | PrivateIdentifier = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    parts.push(left.right);
    left = left.left;
  }
  return [...parts, left].reverse();
}

/** Of an expression that is fixed text; null for any other. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.raw ?? '';
  return null;
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

function keyOf({ key, computed }: Property): string {
  return computed ? '' : nameOf(key);
}

function calledName({ callee }: CallExpression): string {
  return nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
}

function objectOf({ callee }: CallExpression): Node | null {
  return callee.type === 'MemberExpression' ? callee.object : null;
}

function isNamed(node: Node | null, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name;
}
