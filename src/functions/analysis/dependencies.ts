/** Lists what code imports, and checks a package.json or a requirements.txt: licences and versions that are not fixed. No registry is asked. */
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import parseLicence from 'spdx-expression-parse';
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf, placesOf } from './artifact.ts';

export const DEPENDENCIES = 'dependencies';

const MAX_LINE = 500;
/** Each is tried on one line without the spaces before it. */
const IMPORTS: readonly RegExp[] = [
  /^(?:import|export)\b.{0,300}\bfrom\s{0,5}['"]([^'"]{1,200})['"]/,
  /^import\s{0,5}['"]([^'"]{1,200})['"]/,
  /\b(?:require|import)\(\s{0,5}['"]([^'"]{1,200})['"]/,
  /^from\s{1,5}([\w.]{1,200})\s{1,5}import\b/,
  /^import\s{1,5}(?:static\s)?([\w.*]{1,200})(?:;|\s{1,5}as\b|\s{0,5}$)/,
  /^use\s{1,5}([\w:\\]{1,200})/,
  /^using\s{1,5}([\w.]{1,200});/,
  /^#include\s{0,5}[<"]([^>"]{1,200})/,
  /^require(?:_relative)?\s{1,5}['"]([^'"]{1,200})/,
];
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)(?:\[[\w, -]{0,100}\])?\s{0,9}(==|>=|<=|~=|!=|>|<)?/;
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const EXACT = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

export function listDependencies({ text, artifact_type }: Artifact): Analysis {
  if (artifact_type === 'code') return listImports(text);
  return /^\s*\{/.test(text.slice(0, MAX_LINE)) ? checkPackage(text) : checkRequirements(text);
}

function listImports(text: string): Analysis {
  const findings = findingsOf(DEPENDENCIES);
  const seen = new Set<string>();
  text.split('\n').forEach((raw, index) => {
    const line = raw.slice(0, MAX_LINE).trim();
    const name = IMPORTS.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    if (name === undefined || seen.has(name)) return;
    seen.add(name);
    findings.add('import', { severity: 'info', message: `Imports ${name}.`, at: { line: index + 1 } });
  });
  const own = [...seen].filter((name) => name.startsWith('.')).length;
  return findings.with({ imports: seen.size, external_imports: seen.size - own });
}

function checkPackage(text: string): Analysis {
  const findings = findingsOf(DEPENDENCIES);
  const places = placesOf(text);
  const root = parseTree(text);
  const licence = root && findNodeAtLocation(root, ['license']);
  if (root && findNodeAtLocation(root, ['name']) && !licence)
    findings.add('no-licence', { severity: 'minor', message: 'No licence is named.', fix: 'Add an SPDX expression.' });
  if (licence && !isLicence(getNodeValue(licence))) {
    const message = 'The licence is no valid SPDX expression.';
    findings.add('invalid-licence', {
      severity: 'minor',
      message,
      at: places(licence.offset),
      fix: 'See spdx.org/licenses.',
    });
  }
  let packages = 0;
  for (const section of SECTIONS)
    for (const { children: [name, version] = [] } of (root && findNodeAtLocation(root, [section])?.children) ?? []) {
      if (!name || !version) continue;
      packages += 1;
      const problem = versionProblem(version);
      if (problem) findings.add(problem.rule, { ...problem, at: places(name.offset), fix: 'Name one version.' });
    }
  return findings.with({ packages });
}

function isLicence(value: unknown): boolean {
  if (value === 'UNLICENSED' || (typeof value === 'string' && value.startsWith('SEE LICENSE IN '))) return true;
  try {
    parseLicence(String(value));
    return true;
  } catch {
    return false;
  }
}

function versionProblem(node: Node): { rule: string; severity: 'info' | 'major'; message: string } | null {
  const version = String(getNodeValue(node)).trim();
  if (EXACT.test(version) || /^(?:workspace|file|link):/.test(version)) return null;
  if (/^(?:https?|git)[+:]|^github:|^[\w-]+\/[\w.-]+$/.test(version) && !/#[0-9a-f]{40}$/.test(version))
    return {
      rule: 'unpinned-source',
      severity: 'major',
      message: 'A package comes from an address without a fixed commit.',
    };
  if (/^(?:\*|x|latest|next|)$/.test(version) || /^>=?/.test(version))
    return { rule: 'any-version', severity: 'major', message: 'Any version of a package is accepted.' };
  return { rule: 'version-range', severity: 'info', message: 'A package has a range of versions.' };
}

function checkRequirements(text: string): Analysis {
  const findings = findingsOf(DEPENDENCIES);
  let packages = 0;
  const lines = text.split('\n');
  const isList = lines.every((line) => !/^\s*[\w-]+\s{0,9}:/.test(line.slice(0, MAX_LINE)));
  lines.forEach((line, index) => {
    const [, name, operator] = (isList && REQUIREMENT.exec(line.slice(0, MAX_LINE))) || [];
    if (name === undefined) return;
    packages += 1;
    if (operator === '==') return;
    const severity = operator === undefined ? 'major' : 'info';
    const message =
      operator === undefined ? 'Any version of a package is accepted.' : 'A package has a range of versions.';
    findings.add(operator === undefined ? 'any-version' : 'version-range', {
      severity,
      message,
      at: { line: index + 1 },
    });
  });
  return findings.with({ packages });
}
