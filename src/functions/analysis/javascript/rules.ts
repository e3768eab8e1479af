/** The rules of ESLint and of eslint-plugin-security that are used: for which analysis, how grave a match is, and what to do about it. */
import type { Linter } from 'eslint';
import type { AnalysisType } from '../analysers.ts';
import type { Finding } from '../finding.ts';

export type LintRule = {
  for: readonly AnalysisType[];
  severity: Finding['severity'];
  fix?: string;
  options?: Linter.RuleEntry;
};

/** McCabe's own limit for one function. */
export const MAX_COMPLEXITY = 10;
/** As ESLint's `max-depth`. */
export const MAX_NESTING = 4;

const QUALITY = ['quality'] as const;
const SECURITY = ['security'] as const;
const PATTERNS = ['patterns'] as const;

export const LINT_RULES: Readonly<Record<string, LintRule>> = {
  // Wrong for certain.
  'constructor-super': { for: QUALITY, severity: 'major' },
  'for-direction': { for: QUALITY, severity: 'major' },
  'getter-return': { for: QUALITY, severity: 'major' },
  'no-async-promise-executor': {
    for: QUALITY,
    severity: 'major',
    fix: 'Move the await out of the Promise constructor.',
  },
  'no-class-assign': { for: QUALITY, severity: 'major' },
  'no-compare-neg-zero': { for: QUALITY, severity: 'major' },
  'no-const-assign': { for: QUALITY, severity: 'major' },
  'no-constant-condition': { for: QUALITY, severity: 'minor', options: ['warn', { checkLoops: false }] },
  'no-dupe-args': { for: QUALITY, severity: 'major' },
  'no-dupe-class-members': { for: QUALITY, severity: 'minor' },
  'no-dupe-else-if': { for: QUALITY, severity: 'major' },
  'no-dupe-keys': { for: QUALITY, severity: 'major', fix: 'Keep one of the two keys.' },
  'no-duplicate-case': { for: QUALITY, severity: 'major', fix: 'Keep one of the two cases.' },
  'no-fallthrough': { for: QUALITY, severity: 'minor', fix: 'End the case with break or return.' },
  'no-func-assign': { for: QUALITY, severity: 'major' },
  'no-import-assign': { for: QUALITY, severity: 'major' },
  'no-invalid-regexp': { for: QUALITY, severity: 'major' },
  'no-loss-of-precision': { for: QUALITY, severity: 'major', fix: 'Use a BigInt or a string.' },
  'no-obj-calls': { for: QUALITY, severity: 'major' },
  'no-self-assign': { for: QUALITY, severity: 'minor' },
  'no-self-compare': { for: QUALITY, severity: 'minor', fix: 'Use Number.isNaN if that is meant.' },
  'no-setter-return': { for: QUALITY, severity: 'minor' },
  'no-sparse-arrays': { for: QUALITY, severity: 'minor' },
  'no-this-before-super': { for: QUALITY, severity: 'major' },
  'no-unreachable': { for: QUALITY, severity: 'major', fix: 'Remove it, or move it before the return.' },
  'no-unsafe-finally': { for: QUALITY, severity: 'major', fix: 'Return after the finally block.' },
  'no-unsafe-negation': { for: QUALITY, severity: 'major', fix: 'Put the expression in brackets.' },
  'use-isnan': { for: QUALITY, severity: 'major', fix: 'Use Number.isNaN.' },
  'valid-typeof': { for: QUALITY, severity: 'major' },
  'no-debugger': { for: QUALITY, severity: 'major', fix: 'Remove it.' },
  // Hard to read, or likely wrong.
  complexity: { for: QUALITY, severity: 'minor', fix: 'Split the function.' },
  'max-depth': { for: QUALITY, severity: 'minor', fix: 'Return early, or move the inner block into a function.' },
  eqeqeq: { for: QUALITY, severity: 'minor', options: ['warn', 'smart'], fix: 'Use === or !==.' },
  'no-cond-assign': { for: QUALITY, severity: 'minor' },
  'no-empty': { for: QUALITY, severity: 'minor', fix: 'Handle the case, or say in a comment why nothing is done.' },
  'no-unused-vars': { for: QUALITY, severity: 'minor', options: ['warn', { args: 'none' }], fix: 'Remove it.' },
  'no-var': { for: QUALITY, severity: 'info', fix: 'Use const or let.' },
  'no-useless-catch': { for: QUALITY, severity: 'minor', fix: 'Remove the try.' },
  // Dangerous.
  'no-eval': { for: SECURITY, severity: 'critical', fix: 'Parse the data; never run it.' },
  'no-implied-eval': { for: SECURITY, severity: 'critical', fix: 'Pass a function.' },
  'no-new-func': { for: SECURITY, severity: 'critical', fix: 'Write the function in the code.' },
  'no-script-url': { for: SECURITY, severity: 'major' },
  'security/detect-child-process': {
    for: SECURITY,
    severity: 'critical',
    fix: 'Use execFile with a list of arguments.',
  },
  'security/detect-non-literal-require': {
    for: SECURITY,
    severity: 'major',
    fix: 'Choose from a fixed table of modules.',
  },
  'security/detect-non-literal-fs-filename': {
    for: SECURITY,
    severity: 'minor',
    fix: 'Check that the path stays below a folder of yours.',
  },
  'security/detect-non-literal-regexp': {
    for: SECURITY,
    severity: 'minor',
    fix: 'Escape the text, or use a fixed pattern.',
  },
  // Instead of detect-unsafe-regex, which takes every group with a quantifier in it for dangerous.
  'danger/exponential-pattern': { for: SECURITY, severity: 'major', fix: 'Avoid quantifiers inside quantifiers.' },
  'danger/polynomial-pattern': {
    for: SECURITY,
    severity: 'minor',
    fix: 'Bound the quantifier, or anchor the pattern.',
  },
  'security/detect-possible-timing-attacks': { for: SECURITY, severity: 'major', fix: 'Use crypto.timingSafeEqual.' },
  'security/detect-pseudoRandomBytes': { for: SECURITY, severity: 'major', fix: 'Use crypto.randomBytes.' },
  'security/detect-disable-mustache-escape': { for: SECURITY, severity: 'major' },
  'security/detect-no-csrf-before-method-override': { for: SECURITY, severity: 'major' },
  'security/detect-buffer-noassert': { for: SECURITY, severity: 'minor' },
  'security/detect-new-buffer': { for: SECURITY, severity: 'minor', fix: 'Use Buffer.from or Buffer.alloc.' },
  'security/detect-bidi-characters': { for: SECURITY, severity: 'critical', fix: 'Remove the invisible characters.' },
  'danger/sql-from-strings': { for: SECURITY, severity: 'critical', fix: 'Use a parameterised query.' },
  'danger/html-from-strings': { for: SECURITY, severity: 'major', fix: 'Use textContent, or sanitise the HTML.' },
  'danger/shell-option': {
    for: SECURITY,
    severity: 'major',
    fix: 'Leave out the shell option and pass a list of arguments.',
  },
  'danger/weak-hash': { for: SECURITY, severity: 'minor', fix: 'Use SHA-256, or scrypt for passwords.' },
  'danger/unchecked-certificate': {
    for: SECURITY,
    severity: 'critical',
    fix: 'Trust the certificate authority in question.',
  },
  // Structure.
  'max-params': { for: PATTERNS, severity: 'minor', options: ['warn', 5], fix: 'Pass one object.' },
  'max-lines-per-function': {
    for: PATTERNS,
    severity: 'minor',
    options: ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    fix: 'Split the function.',
  },
  'max-nested-callbacks': { for: PATTERNS, severity: 'minor', options: ['warn', 4], fix: 'Use async functions.' },
  'max-classes-per-file': { for: PATTERNS, severity: 'info', options: ['warn', 3] },
  'no-nested-ternary': { for: PATTERNS, severity: 'minor', fix: 'Use if, or a table.' },
  'no-param-reassign': { for: PATTERNS, severity: 'info' },
  'no-else-return': { for: PATTERNS, severity: 'info', fix: 'Leave out the else.' },
  'no-lonely-if': { for: PATTERNS, severity: 'info', fix: 'Use else if.' },
  'no-extend-native': { for: PATTERNS, severity: 'major', fix: 'Use a function of your own.' },
  'no-throw-literal': { for: PATTERNS, severity: 'minor', fix: 'Throw an Error.' },
  'no-return-assign': { for: PATTERNS, severity: 'minor' },
  'no-sequences': { for: PATTERNS, severity: 'minor' },
  'no-labels': { for: PATTERNS, severity: 'info' },
};
