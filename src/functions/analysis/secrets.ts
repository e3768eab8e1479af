/**
 * Finds secrets: secretlint's recommended rules for the formats of known services and private keys, and one of ours for passwords that
 * are written beside their name. What is found is never repeated.
 */
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf } from './artifact.ts';

export const SECRETLINT = 'secretlint';

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
const FIX = 'Remove it, replace the secret where it is used, and read it from the environment.';
const MAX_LINE = 2_000;

const NAMED =
  /\b[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key)["']?\s{0,9}(?::|=>?|:=)\s{0,9}(["'`]?)([^\s"'`,;]{6,200})/i;
const IN_URL = /\b[a-z][a-z+.-]{1,20}:\/\/[^\s:/@'"]{1,100}:([^\s:/@'"]{3,100})@/i;
/** What stands for a secret that comes from elsewhere, or is described. */
const PLACEHOLDER =
  /^(?:[<{$%*]|x{3,}|your[_-]|example|changeit|process\.|import\.|os\.|env|get|load|read|null|none|true|false|undefined|string|str\b|vault:|secret:)|[({[]|\*{3}|\.\.\./i;

export async function findSecrets({ text, artifact_type }: Artifact): Promise<Analysis> {
  const findings = findingsOf(SECRETLINT);
  const { messages } = await lintSource({
    source: { filePath: '/artifact.txt', content: text, contentType: 'text', ext: '.txt' },
    options: { config: { rules: [{ id: PRESET, rule: creator, options: {} }] }, noPhysicFilePath: true },
  });
  const lines = new Set<number>();
  for (const { ruleId, messageId, loc } of messages) {
    const { line, column } = loc.start;
    lines.add(line);
    const message = `A secret is written in the text (${messageId}).`;
    const rule = ruleId.replace(/^@secretlint\/secretlint-rule-/, 'secret-');
    findings.add(rule, { severity: 'critical', message, at: { line, column: column + 1 }, fix: FIX });
  }
  text.split('\n').forEach((line, index) => {
    const at = { line: index + 1 };
    if (lines.has(at.line) || !isNamed(line.slice(0, MAX_LINE), artifact_type === 'config')) return;
    const message = 'A password or key is written beside its name.';
    findings.add('secret-named', { severity: 'critical', message, at, fix: FIX });
  });
  return findings.with({});
}

/** In code and prose only a quoted value is a value; a configuration has them without quotes. */
function isNamed(line: string, unquoted: boolean): boolean {
  const inUrl = IN_URL.exec(line)?.[1];
  if (inUrl !== undefined && !PLACEHOLDER.test(inUrl) && !/^pass(?:word)?$/i.test(inUrl)) return true;
  const [, quote, value] = NAMED.exec(line) ?? [];
  return value !== undefined && (quote !== '' || unquoted) && !PLACEHOLDER.test(value);
}
