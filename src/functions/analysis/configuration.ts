/** Checks a configuration in JSON, YAML or NAME=value lines: whether it can be parsed, keys that are given twice, and risky settings. */
import { printParseErrorCode, visit as visitJson } from 'jsonc-parser';
import { isScalar, LineCounter, parseAllDocuments, visit as visitYaml } from 'yaml';
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf } from './artifact.ts';

export const CONFIGURATION = 'configuration';

type Findings = ReturnType<typeof findingsOf>;

const MAX_LINE = 1_000;
const VARIABLE = /^(?:export\s)?\s{0,9}([A-Za-z_][\w.-]*)\s{0,9}=/;
const DUPLICATE = 'Keep one of the two.';

/** Tried on each line. */
const RISKS: readonly (readonly [rule: string, pattern: RegExp, severity: 'minor' | 'major', message: string])[] = [
  [
    'privileged-container',
    /\bprivileged["']?\s{0,9}:\s{0,9}true\b/i,
    'major',
    'A container has all rights of its host.',
  ],
  ['runs-as-root', /\brunAsUser["']?\s{0,9}:\s{0,9}0\b|^USER root\b/, 'major', 'A process runs as root.'],
  [
    'unchecked-certificate',
    /(?:reject_?unauthorized|verify_?(?:ssl|tls|certs?)|ssl_?verify)["']?\s{0,9}[:=]\s{0,9}["']?(?:false|0|no|off)\b/i,
    'major',
    'Certificates of servers are not checked.',
  ],
  ['open-origin', /allow-?_?origins?["']?\s{0,9}[:=]\s{0,9}\[?\s{0,9}["']?\*/i, 'major', 'Every web site may call it.'],
  ['debug-on', /^\s{0,40}["']?debug["']?\s{0,9}[:=]\s{0,9}["']?(?:true|1|on)\b/i, 'minor', 'Debugging is switched on.'],
];
const IMAGE = /^\s{0,40}(?:-\s)?(?:["']?image["']?\s{0,9}:|FROM)\s{0,9}["']?([^\s"'#,]{1,200})/;

export function checkConfiguration({ text, analysis_type }: Artifact): Analysis {
  const findings = findingsOf(CONFIGURATION);
  const keys = checkSyntax(text, findings);
  text.split('\n').forEach((raw, index) => {
    const line = raw.slice(0, MAX_LINE);
    const at = { line: index + 1 };
    if (analysis_type === 'security' || analysis_type === 'quality')
      for (const [rule, pattern, severity, message] of RISKS)
        if (pattern.test(line)) findings.add(rule, { severity, message, at });
    const image = analysis_type === 'dependencies' ? IMAGE.exec(line)?.[1] : undefined;
    if (image && image !== 'scratch' && !/@sha256:|:[^/:]{0,128}\d/.test(image))
      findings.add('unpinned-image', {
        severity: 'minor',
        message: 'An image has no fixed version.',
        at,
        fix: 'Name a version or a digest.',
      });
  });
  return findings.with({ LOC: text.split('\n').filter((line) => line.trim() !== '').length, keys });
}

/** How many keys there are. */
function checkSyntax(text: string, findings: Findings): number {
  if (/^\s*[{[]/.test(text.slice(0, MAX_LINE))) return checkJson(text, findings);
  return isVariables(text) ? checkVariables(text, findings) : checkYaml(text, findings);
}

function checkJson(text: string, findings: Findings): number {
  const open: Set<string>[] = [];
  let keys = 0;
  visitJson(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (key, _offset, _length, line, column) => {
        keys += 1;
        if (open.at(-1)?.has(key)) duplicate(findings, line + 1, column + 1);
        open.at(-1)?.add(key);
      },
      onError: (code, _offset, _length, line, column) => {
        const severity = printParseErrorCode(code) === 'InvalidCommentToken' ? 'minor' : 'major';
        const message = `It is not valid JSON: ${printParseErrorCode(code)}.`;
        findings.add('parse-error', { severity, message, at: { line: line + 1, column: column + 1 } });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return keys;
}

function checkYaml(text: string, findings: Findings): number {
  const places = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = places.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  let keys = 0;
  // Its own search for keys that are given twice compares each key with each.
  for (const document of parseAllDocuments(text, { lineCounter: places, prettyErrors: false, uniqueKeys: false })) {
    if (!('errors' in document)) continue;
    for (const { code, pos } of document.errors)
      findings.add('parse-error', { severity: 'major', message: `It is not valid YAML: ${code}.`, at: at(pos[0]) });
    visitYaml(document, {
      Map(_key, map) {
        const seen = new Set<unknown>();
        for (const { key } of map.items) {
          keys += 1;
          if (!isScalar(key)) continue;
          const place = at(key.range?.[0] ?? 0);
          if (seen.has(key.value)) duplicate(findings, place.line, place.column);
          seen.add(key.value);
        }
      },
    });
  }
  return keys;
}

function isVariables(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*[#;[]/.test(line.slice(0, MAX_LINE)));
  return lines.length > 0 && lines.filter((line) => VARIABLE.test(line)).length > lines.length / 2;
}

/** A section in square brackets begins anew. */
function checkVariables(text: string, findings: Findings): number {
  let seen = new Set<string>();
  let keys = 0;
  text.split('\n').forEach((line, index) => {
    if (line.startsWith('[')) seen = new Set();
    const name = VARIABLE.exec(line.slice(0, MAX_LINE))?.[1];
    if (name === undefined) return;
    keys += 1;
    if (seen.has(name)) duplicate(findings, index + 1, 1);
    seen.add(name);
  });
  return keys;
}

function duplicate(findings: Findings, line: number, column: number): void {
  findings.add('duplicate-key', {
    severity: 'major',
    message: 'The key is given twice.',
    at: { line, column },
    fix: DUPLICATE,
  });
}
