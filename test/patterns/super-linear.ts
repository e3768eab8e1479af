/**
 * Finds what makes a pattern slower than linear in the length of a text. scslre finds quantifiers that share their text with another
 * one, or that are tried again from each place of the same run. It does not look at a beginning that stands again inside the run of a
 * later quantifier (`should.*stop` on "should should should …"): that is looked for here.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import {
  Chars,
  type ConsumedChars,
  getConsumedChars,
  isPotentiallyEmpty,
  type ReadonlyFlags,
} from 'regexp-ast-analysis';
import { analyse } from 'scslre';

export type Pattern = { source: string; flags: string };

type CharSet = ConsumedChars['chars'];

/** One line for each cause; none if the pattern is linear. */
export function superLinear({ source, flags }: Pattern): string[] {
  // A sticky pattern is tried at many places, by its caller.
  const moving = flags.replace('y', '');
  const { reports } = analyse({ source, flags: moving }, { maxReports: 3 });
  return [
    ...reports.map((report) => {
      const quantifier = report.type === 'Trade' ? report.endQuant : report.quant;
      return `${report.exponential ? 'exponential' : 'polynomial'} at ${quantifier.raw}`;
    }),
    ...restarts({ source, flags: moving }),
  ];
}

function restarts({ source, flags }: Pattern): string[] {
  const { pattern, flags: parsed } = new RegExpParser().parseLiteral(`/${source}/${flags}`);
  if (!parsed.multiline && pattern.alternatives.every(isAnchored)) return [];
  return unboundedIn(pattern)
    .filter((quantifier) => canRestart(quantifier, parsed))
    .map((quantifier) => `begins again inside ${quantifier.raw}`);
}

function isAnchored({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === 'Assertion') return first.kind === 'start';
  return (first?.type === 'Group' || first?.type === 'CapturingGroup') && first.alternatives.every(isAnchored);
}

function unboundedIn(node: AST.Node): AST.Quantifier[] {
  switch (node.type) {
    case 'Quantifier':
      return [...(node.max === Number.POSITIVE_INFINITY ? [node] : []), ...unboundedIn(node.element)];
    case 'Alternative':
      return node.elements.flatMap(unboundedIn);
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(unboundedIn);
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives.flatMap(unboundedIn) : [];
    default:
      return [];
  }
}

/** Whether all that must stand before it can stand inside its run, and something after it can fail. */
function canRestart(quantifier: AST.Quantifier, flags: ReadonlyFlags): boolean {
  const inside = getConsumedChars(quantifier, flags).chars;
  let consumes = false;
  let canFail = false;
  let node: AST.Node = quantifier;
  for (let parent: AST.Node | null = node.parent; parent; node = parent, parent = parent.parent) {
    if (parent.type === 'Assertion') canFail = true;
    if (parent.type !== 'Alternative') continue;
    const at = parent.elements.indexOf(node as AST.Element);
    const before = parent.elements.slice(0, at).filter((one) => isAsserted(one) || !isPotentiallyEmpty(one, flags));
    if (before.some((element) => leaves(element, inside, flags))) return false;
    consumes ||= before.some((one) => !isAsserted(one));
    canFail ||= parent.elements.slice(at + 1).some((one) => isAsserted(one) || !isPotentiallyEmpty(one, flags));
  }
  return consumes && canFail;
}

function isAsserted({ type }: AST.Element): boolean {
  return type === 'Assertion';
}

/** Whether every match of the element has a character that the run cannot have. */
function leaves(element: AST.Element, inside: CharSet, flags: ReadonlyFlags): boolean {
  switch (element.type) {
    case 'Assertion':
      // A word does not begin inside a run of letters, nor a line inside a line.
      if (element.kind === 'word') return !element.negate && Chars.word(flags).isSupersetOf(inside);
      return element.kind === 'start' && (!flags.multiline || Chars.lineTerminator(flags).isDisjointWith(inside));
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.every(({ elements }) => elements.some((one) => leaves(one, inside, flags)));
    case 'Quantifier':
      return element.min > 0 && leaves(element.element, inside, flags);
    default:
      return getConsumedChars(element, flags).chars.isDisjointWith(inside);
  }
}
