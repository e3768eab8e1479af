/**
 * ESLint over one artifact, in memory: no file is read, no configuration is looked for, and comments in the artifact cannot switch rules
 * off. The complexity of each function and the depth of each block are reported by ESLint too, and are the metrics.
 */
import { Linter } from 'eslint/universal';
import security from 'eslint-plugin-security';
import type { Analysis } from '../analysers.ts';
import { type Artifact, findingsOf } from '../artifact.ts';
import { danger } from './danger.ts';
import { parseJavascript, SyntaxProblem, typeNames } from './parse.ts';
import { LINT_RULES, MAX_COMPLEXITY, MAX_NESTING } from './rules.ts';

export const ESLINT = 'eslint';

const MEASURED: Linter.RulesRecord = { complexity: ['warn', { max: 0 }], 'max-depth': ['warn', { max: 0 }] };
const FILE = 'artifact.ts';

export function lint({ text, analysis_type }: Artifact): Analysis {
  const findings = findingsOf(ESLINT);
  let parsed: ReturnType<typeof parseJavascript>;
  try {
    parsed = parseJavascript(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxProblem)) throw thrown;
    const { message, line, column } = thrown;
    findings.add('syntax-error', {
      severity: 'major',
      message: `It cannot be parsed: ${message}.`,
      at: { line, column },
    });
    return findings.with({});
  }

  // Before ESLint links each node with the one around it.
  const typed = typeNames(parsed.ast);
  const rules = Object.entries(LINT_RULES).filter(([, rule]) => rule.for.includes(analysis_type));
  const messages = new Linter().verify(
    text,
    [
      {
        files: [`**/${FILE}`],
        plugins: { security, danger },
        languageOptions: { parser: { meta: { name: 'artifact' }, parseForESLint: () => parsed as never } },
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
        rules: { ...Object.fromEntries(rules.map(([name, { options }]) => [name, options ?? 'warn'])), ...MEASURED },
      },
    ],
    { filename: FILE },
  );

  let [functions, highest, total, nesting] = [0, 0, 0, 0];
  for (const { ruleId, message, line, column, fatal } of messages) {
    if (fatal) throw new Error('ESLint could not use the syntax tree.');
    const rule = LINT_RULES[ruleId ?? ''];
    if (!rule || ruleId === null) continue;
    if (ruleId === 'complexity' || ruleId === 'max-depth') {
      const value = Number(/(?:complexity of |deeply \()(\d+)/.exec(message)?.[1] ?? 0);
      if (ruleId === 'max-depth') nesting = Math.max(nesting, value);
      else {
        functions += 1;
        total += value;
        highest = Math.max(highest, value);
      }
      if (!rule.for.includes(analysis_type) || value <= (ruleId === 'complexity' ? MAX_COMPLEXITY : MAX_NESTING))
        continue;
    }
    if (ruleId === 'no-unused-vars' && typed.has(/^'(.{1,200}?)' is/.exec(message)?.[1] ?? '')) continue;
    findings.add(ruleId, {
      severity: rule.severity,
      message: message.replace(/ Maximum allowed is 0\.$/, ''),
      at: { line, column },
      ...(rule.fix && { fix: rule.fix }),
    });
  }
  return findings.with({ CC: highest, CC_total: total, functions, max_nesting: nesting });
}
