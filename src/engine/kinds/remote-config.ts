/** Mistakes in the config of a remote agent, as they are found when the agents are loaded. */
import { type Found, referencesIn } from '../agents/references.ts';
import { endpointProblem, type RemoteConfig, variableIn } from '../agents/remote.ts';
import type { AgentDraft, Report } from '../agents/rules/rule.ts';

type Source = AgentDraft['source'];

/** What one of the protocols has no place for. */
const ENVELOPE_ONLY = ['signing_secret', 'batch', 'send_history'] as const;
const A2A_ONLY = ['card_key', 'allow_hosts'] as const;

const PARAMETER_REFERENCES: ReadonlySet<string | undefined> = new Set(['message', 'state']);
const METADATA_REFERENCES: ReadonlySet<string | undefined> = new Set(['user_id', 'subject_id', 'state']);

export function validateRemote(config: RemoteConfig, { source }: AgentDraft, report: Report): void {
  const { endpoint, fallback } = config;
  for (const field of ['auth_token', 'signing_secret', 'card_key'] as const)
    if (config[field] !== undefined && variableIn(config[field]) === undefined)
      report(source, ['remote', field], `the ${field} is no part of a file`, 'write $NAME, the variable that holds it');
  const endpoints = Array.isArray(endpoint) ? endpoint : [endpoint];
  for (const [index, text] of endpoints.entries()) {
    const path = ['remote', 'endpoint', ...(Array.isArray(endpoint) ? [index] : [])];
    const problem = variableIn(text) === undefined ? endpointProblem(text) : undefined;
    if (problem) report(source, path, `the endpoint ${problem}`, 'write an https URL, or $NAME for a variable');
    if (endpoints.indexOf(text) < index) report(source, path, 'the endpoint is listed twice', 'remove one');
  }
  validateActions(config, source, report);
  validateProtocol(config, source, report);
  if (fallback.agent !== undefined && fallback.text !== undefined)
    report(source, ['remote', 'fallback', 'text'], 'a fallback is an agent or a text', 'keep one of the two');
}

function validateActions({ actions }: RemoteConfig, source: Source, report: Report): void {
  for (const [index, { name, idempotent, cache_seconds, parameters, metadata }] of actions.entries()) {
    const at = (...rest: (string | number)[]) => ['remote', 'actions', index, ...rest];
    if (actions.findIndex((one) => one.name === name) < index)
      report(source, at('name'), `the action "${name}" is listed twice`, 'remove one');
    if (!idempotent && cache_seconds > 0)
      report(
        source,
        at('cache_seconds'),
        `"${name}" is not idempotent, so it must happen each time`,
        'remove one of the two',
      );
    const unknown = (value: unknown, names: ReadonlySet<string | undefined>): Found[] =>
      referencesIn(value).filter(({ reference }) => !names.has(reference?.[0]));
    for (const { path, text } of unknown(parameters, PARAMETER_REFERENCES))
      report(source, at('parameters', ...path), `"${text}" refers to nothing`, 'use $message or $state.<key>');
    for (const { path, text } of unknown(metadata, METADATA_REFERENCES))
      report(
        source,
        at('metadata', ...path),
        `"${text}" refers to nothing`,
        'use $user_id, $subject_id or $state.<key>',
      );
  }
}

function validateProtocol(config: RemoteConfig, source: Source, report: Report): void {
  const { protocol, actions } = config;
  const misplaced = protocol === 'a2a' ? ENVELOPE_ONLY : A2A_ONLY;
  const other = protocol === 'a2a' ? 'envelope' : 'a2a';
  for (const field of misplaced)
    if (isSet(config[field]))
      report(
        source,
        ['remote', field],
        `${field} is for "protocol: ${other}" only`,
        'remove it, or change the protocol',
      );
  for (const [index, { name, parameters, metadata }] of actions.entries()) {
    const at = (field: string) => ['remote', 'actions', index, field];
    if (protocol === 'a2a' && Object.keys(parameters).length === 0)
      report(source, at('parameters'), `"${name}" would send an empty message`, 'add "parameters: { text: $message }"');
    if (protocol !== 'a2a' && Object.keys(metadata).length > 0)
      report(source, at('metadata'), 'metadata is for "protocol: a2a" only', 'remove it, or change the protocol');
  }
}

/** Otherwise it is the default. */
function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
