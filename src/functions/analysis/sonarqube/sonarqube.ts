/**
 * SonarQube as an analyser. Its Web API cannot analyse a text: a scanner analyses a folder and uploads a report, which the server works on
 * as a task. So the artifact is written to a folder of its own, scanned as a project of its own (two analyses never see each other's
 * issues), the task is awaited, the issues and measures are read, and project and folder are removed.
 * Needs sonar-scanner on this machine, and a token that may create, scan and delete projects.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Analysis } from '../analysers.ts';
import { type Artifact, findingsOf } from '../artifact.ts';
import type { Finding } from '../finding.ts';
import type { Language } from '../language.ts';

export type SonarQube = { analyse(artifact: Artifact, signal?: AbortSignal): Promise<Analysis> };

export type SonarQubeOptions = {
  url: string;
  token: string;
  /** Begins the keys of the projects. */
  project: string;
  /** The executable. */
  scanner: string;
  deadlineMs?: number;
  pollMs?: number;
};

const SOURCE = 'sonarqube';
const METRICS = { complexity: 'sonar_complexity', cognitive_complexity: 'cognitive_complexity', ncloc: 'sonar_ncloc' };
const PAGE = 500;

const Task = z.object({ task: z.object({ status: z.string() }) });
const Issues = z.object({
  issues: z.array(
    z.object({
      rule: z.string(),
      message: z.string(),
      severity: z.string().optional(),
      impacts: z.array(z.object({ severity: z.string() })).optional(),
      line: z.number().int().positive().optional(),
    }),
  ),
});
const Measures = z.object({
  component: z.object({ measures: z.array(z.object({ metric: z.string(), value: z.string().optional() })) }),
});

/** The old scale, and that of clean code since 10.2. */
const SEVERITY: Readonly<Record<string, Finding['severity']>> = {
  BLOCKER: 'critical',
  CRITICAL: 'critical',
  HIGH: 'critical',
  MAJOR: 'major',
  MEDIUM: 'major',
  MINOR: 'minor',
  LOW: 'minor',
  INFO: 'info',
};

/** What a scanner tells the language by. */
const ENDINGS: Partial<Record<Language, string>> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  csharp: 'cs',
  rust: 'rs',
  ruby: 'rb',
  shell: 'sh',
  unknown: 'txt',
};

export function openSonarQube(options: SonarQubeOptions): SonarQube {
  const { url, token, project, scanner, deadlineMs = 120_000, pollMs = 1_000 } = options;

  async function ask<T>(schema: z.ZodType<T>, path: string, query: Record<string, string>, signal: AbortSignal) {
    const response = await fetch(`${url.replace(/\/$/, '')}/${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    if (!response.ok) throw new AppError('child_failed', `SonarQube answered ${response.status} to ${path}.`);
    return schema.parse(await response.json());
  }

  async function finished(id: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { task } = await ask(Task, 'api/ce/task', { id }, signal);
      if (task.status === 'SUCCESS') return;
      if (task.status !== 'PENDING' && task.status !== 'IN_PROGRESS')
        throw new AppError('child_failed', `SonarQube ended the analysis with ${task.status}.`);
      await wait(pollMs, undefined, { signal });
    }
  }

  async function scan(folder: string, key: string, signal: AbortSignal): Promise<string> {
    const settings = { 'host.url': url, projectKey: key, sources: '.', 'scm.disabled': 'true' };
    const { PATH = '', HOME = folder, JAVA_HOME } = process.env;
    const env = { PATH, HOME, SONAR_TOKEN: token, ...(JAVA_HOME && { JAVA_HOME }) };
    const given = Object.entries(settings).map(([name, value]) => `-Dsonar.${name}=${value}`);
    try {
      await promisify(execFile)(scanner, given, { cwd: folder, env, signal, maxBuffer: 16 * 1024 * 1024 });
    } catch (thrown) {
      signal.throwIfAborted();
      throw new AppError('child_failed', 'sonar-scanner could not be run, or failed.', { cause: thrown });
    }
    const report = await readFile(join(folder, '.scannerwork/report-task.txt'), 'utf8');
    const task = /^ceTaskId=(\S+)$/m.exec(report)?.[1];
    if (!task) throw new AppError('child_failed', 'sonar-scanner has not named its task.');
    return task;
  }

  /** A project that cannot be removed stays on the server: the analysis is done all the same. */
  async function remove(key: string): Promise<void> {
    await fetch(`${url.replace(/\/$/, '')}/api/projects/delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ project: key }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
  }

  return {
    async analyse({ text, language }, caller) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const signal = caller ? AbortSignal.any([caller, deadline]) : deadline;
      const key = `${project}-${randomUUID()}`;
      const folder = await mkdtemp(join(tmpdir(), 'sonarqube-'));
      try {
        await writeFile(join(folder, `artifact.${ENDINGS[language] ?? language}`), text);
        await finished(await scan(folder, key, signal), signal);
        // `componentKeys` up to 10.1, `components` since.
        const where = { componentKeys: key, components: key, ps: String(PAGE) };
        const { issues } = await ask(Issues, 'api/issues/search', where, signal);
        const wanted = { component: key, metricKeys: Object.keys(METRICS).join(',') };
        const { component } = await ask(Measures, 'api/measures/component', wanted, signal);
        return analysisOf(issues, component.measures);
      } catch (thrown) {
        if (deadline.aborted && !caller?.aborted)
          throw new AppError('timeout', 'SonarQube took longer than allowed.', { cause: thrown });
        throw thrown;
      } finally {
        await Promise.all([rm(folder, { recursive: true, force: true }), remove(key)]);
      }
    },
  };
}

function analysisOf(
  issues: z.infer<typeof Issues>['issues'],
  measures: z.infer<typeof Measures>['component']['measures'],
): Analysis {
  const findings = findingsOf(SOURCE);
  for (const { rule, message, severity, impacts, line } of issues)
    findings.add(rule, {
      severity: SEVERITY[severity ?? impacts?.[0]?.severity ?? ''] ?? 'minor',
      message,
      at: line === undefined ? null : { line },
    });
  const metrics = measures.flatMap(({ metric, value }) => {
    const name = METRICS[metric as keyof typeof METRICS];
    return name && value !== undefined ? [[name, Number(value)] as const] : [];
  });
  return findings.with(Object.fromEntries(metrics));
}
