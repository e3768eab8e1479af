/**
 * What zod finds wrong, in plain words: the end of a sentence that begins with the name of the field ("is missing", "must be a number").
 * No value is repeated: it could be what a patient said. A schema's own message goes before these, and is written in the same way.
 */
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

export const UNKNOWN_FIELD = 'has a field that does not exist';

/** Longer lists of allowed values are cut. */
const MAX_VALUES = 20;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  datetime: 'must be a time with its zone, such as 2026-11-16T08:00:00Z',
  date: 'must be a date such as 2026-11-16',
  email: 'must be an email address',
  url: 'must be an address such as https://example.org',
  base64: 'must be base64',
};

/** For `safeParse(value, { error: plainIssue })`. */
export function plainIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${typeWords(issue.expected)}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the right form';
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : oneOf(issue.values);
    case 'unrecognized_keys':
      return unknownFields(issue.keys);
    case 'invalid_union':
      return noneFits(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has a field whose name is not allowed';
    default:
      return 'is not valid';
  }
}

function typeWords(expected: string): string {
  return TYPES[expected] ?? `of the type ${expected}`;
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} entries`;
  return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `may have at most ${maximum} characters`;
  if (origin === 'array' || origin === 'set') return `may have at most ${maximum} entries`;
  return inclusive === false ? `must be less than ${maximum}` : `may be at most ${maximum}`;
}

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `must be ${only}`;
  const more = values.length > MAX_VALUES ? ', …' : '';
  return `must be one of ${values.slice(0, MAX_VALUES).join(', ')}${more}`;
}

/** The name of an unknown field is repeated only if it looks like one; anything else could be a patient's text. */
function unknownFields(keys: readonly string[]): string {
  const isName = keys.every((key) => /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key));
  return isName ? `has no field ${keys.join(', ')}` : UNKNOWN_FIELD;
}

function noneFits(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.input === undefined) return 'is missing';
  const alternatives = issue.errors.map((problems) => (problems.length === 1 ? problems[0] : undefined));
  const types = alternatives.flatMap((one) =>
    one?.code === 'invalid_type' && one.path.length === 0 ? [typeWords(one.expected)] : [],
  );
  if (types.length > 0 && types.length === alternatives.length) return `must be ${[...new Set(types)].join(' or ')}`;
  return 'does not fit any of the forms that are allowed';
}
