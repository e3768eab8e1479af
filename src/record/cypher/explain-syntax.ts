/** Why the grammar stopped, in words that help to fix the query. */
import { placeAt, type Rule, refuse } from './refused.ts';

/** Where the parser stopped, and what it could have gone on with. */
export type Stop = { offset: number; expected: ReadonlySet<string> };

/** How far to look on either side. It also bounds what the expressions below can cost. */
const LOOKED_AT = 120;

type Reason = readonly [Rule, string];

const READ_ONLY: Reason = ['write', 'The record can only be read here; a query is MATCH, WHERE, WITH and RETURN'];
const CALL: Reason = ['procedure_call', 'CALL is not available; say it with MATCH, EXISTS { } or COUNT { }'];
const COMMAND: Reason = ['clause', 'This is a command to a database; a query is MATCH, WHERE, WITH and RETURN'];

/** What to say about a keyword that the grammar does not know at this place. */
const WORDS: Readonly<Record<string, Reason>> = {
  CREATE: READ_ONLY,
  MERGE: READ_ONLY,
  SET: READ_ONLY,
  DETACH: READ_ONLY,
  NODETACH: READ_ONLY,
  DELETE: READ_ONLY,
  REMOVE: READ_ONLY,
  INSERT: READ_ONLY,
  FOREACH: READ_ONLY,
  DROP: READ_ONLY,
  ALTER: READ_ONLY,
  GRANT: READ_ONLY,
  REVOKE: READ_ONLY,
  DENY: READ_ONLY,
  LOAD: ['clause', 'LOAD is not available: a query reads nothing but the record'],
  CALL,
  YIELD: CALL,
  UNION: [
    'clause',
    'UNION is not available; ask each part as a query of its own, or match several types at once: [:A|B]',
  ],
  UNWIND: ['clause', 'UNWIND is not available; test with x IN [ … ], or match the rows that you want'],
  USE: ['clause', 'USE is not available: there is one graph'],
  USING: ['clause', 'USING is not available: leave hints out'],
  FILTER: ['clause', 'FILTER is not available; use WHERE'],
  LET: ['clause', 'LET is not available; use WITH … AS name'],
  OFFSET: ['clause', 'OFFSET is not available; use SKIP'],
  REDUCE: ['function', 'reduce() is not available; use sum(), collect() or a list comprehension'],
  SHORTESTPATH: ['path', 'There are no paths here; write each hop: (a)-[:TYPE]->(b)'],
  ALLSHORTESTPATHS: ['path', 'There are no paths here; write each hop: (a)-[:TYPE]->(b)'],
  SHOW: COMMAND,
  TERMINATE: COMMAND,
  PROFILE: COMMAND,
  EXPLAIN: COMMAND,
  CYPHER: COMMAND,
  GROUP: ['clause', 'There is no GROUP BY: what stands beside an aggregate is what it is grouped by'],
  HAVING: ['clause', 'There is no HAVING; aggregate in a WITH and put WHERE after it'],
  SELECT: ['clause', 'This is not Cypher; a query is MATCH, WHERE, WITH and RETURN'],
  FINISH: ['clause', 'A query ends with RETURN and what it gives'],
};

const BY_CHARACTER: Readonly<Record<string, Reason>> = {
  '`': ['quoted_name', 'Names in backticks are not available; the schema has plain names only'],
  ';': ['statements', 'One query at a time; leave out the semicolon and what follows it'],
  '\\': ['syntax', 'A backslash can stand only inside a text in quotes'],
  '{': ['syntax', 'A map cannot stand here; name the properties one by one, such as c.name, c.status'],
  "'": ['syntax', 'A text in quotes is not closed, or holds an escape that is not known'],
  '"': ['syntax', 'A text in quotes is not closed, or holds an escape that is not known'],
};

export function explainSyntax(text: string, stop: Stop): never {
  const [rule, message] = reasonFor(text, stop);
  return refuse(rule, placeAt(text, stop.offset), message);
}

function reasonFor(text: string, { offset, expected }: Stop): Reason {
  const rest = text.slice(offset, offset + LOOKED_AT);
  const before = text.slice(Math.max(0, offset - LOOKED_AT), offset);
  const character = rest.charAt(0);
  const word = /^[A-Za-z_]\w*/.exec(rest)?.[0] ?? '';
  if (/^\/[/*]/.test(rest) || /\/$/.test(before)) return ['comment', 'Comments are not available; leave them out'];
  if (/;\s*$/.test(before) && character !== '') return BY_CHARACTER[';'] as Reason;
  if (word !== '' && /\bAS\s+$/i.test(before))
    return ['name', `${word} is a word of the language; choose another name`];
  const known = Object.hasOwn(WORDS, word.toUpperCase()) ? WORDS[word.toUpperCase()] : undefined;
  return (
    known ??
    aboutPatterns(rest, before, expected) ??
    aboutExpressions(rest, before, expected) ??
    plainly(character, word, expected)
  );
}

function aboutPatterns(rest: string, before: string, expected: ReadonlySet<string>): Reason | undefined {
  if (/^\w+\s{0,3}=\s{0,3}\w*\s{0,3}\(/.test(rest) && expected.has('(')) {
    return ['path', 'Paths have no names here; name the nodes and relationships inside: (a)-[r:TYPE]->(b)'];
  }
  if (expected.has('->') || (/<-(\s*\[[^[\]]*)?$/.test(before) && /^\]?\s*->/.test(rest))) {
    return ['undirected_hop', 'A hop needs one direction: (a)-[:TYPE]->(b) or (a)<-[:TYPE]-(b)'];
  }
  if (expected.has(']') && /^[*+{]/.test(rest) && /-\s*\[[^[\]]*$/.test(before)) {
    return ['path', 'Paths of unknown length are not available; write each hop: (a)-[:TYPE]->(b)-[:TYPE]->(c)'];
  }
  const label = 'A node has one plain label; for several, leave it out or use one pattern for each';
  if (expected.has(')') && /^[|&:!%]/.test(rest) && /\(\s{0,3}\w*\s{0,3}:\s{0,3}\w*\s{0,3}$/.test(before))
    return ['label', label];
  if (/^[!%(]/.test(rest) && /:\s*$/.test(before)) return ['label', label];
  return undefined;
}

function aboutExpressions(rest: string, before: string, expected: ReadonlySet<string>): Reason | undefined {
  if (/^\*/.test(rest) && /(RETURN|WITH|DISTINCT|,)\s*$/i.test(before)) {
    return ['whole_node', 'The star is not available here; name what you want, such as c.name AS name'];
  }
  if (expected.has('}') && /^(WITH|RETURN|OPTIONAL|MATCH)\b/i.test(rest)) {
    return ['clause', 'In EXISTS { } and COUNT { } stand patterns, with commas between them, and one WHERE'];
  }
  if (/^NOT\s+(IN|CONTAINS|STARTS|ENDS)\b/i.test(rest)) return ['syntax', 'NOT stands before it all: NOT x IN list'];
  if (/^=~/.test(rest)) return ['syntax', 'Regular expressions are not available; use toLower(x) CONTAINS toLower(y)'];
  if (/^(<>|<=|>=|=|<|>)/.test(rest) && !expected.has('=')) {
    return ['syntax', 'One comparison at a time: write a < b AND b < c'];
  }
  if (/^\(/.test(rest) && /[A-Za-z_]\w{0,20}(\s*\.\s*\w+){1,6}\s*$/.test(before)) {
    return ['function', 'Functions with dots in their name are not available'];
  }
  if (/^\|/.test(rest)) return ['syntax', 'A pattern cannot stand in a list; MATCH it and use collect()'];
  if (/^:/.test(rest)) return ['label', 'A label stands in a pattern: MATCH (x:Label), or compare labels(x)'];
  return undefined;
}

function plainly(character: string, word: string, expected: ReadonlySet<string>): Reason {
  if (character === '') {
    return expected.has('RETURN')
      ? ['syntax', 'The query has no end: it needs a RETURN']
      : ['syntax', `The query stops too early; here could follow ${listed(expected)}`];
  }
  const known = BY_CHARACTER[character];
  if (known) return known;
  if (!/[\x20-\x7e\s]/.test(character) || /[^\S \t\r\n]/.test(character)) {
    return ['syntax', 'Outside quotes only plain letters, digits and signs can stand'];
  }
  if (word !== '' && expected.has('a name')) return ['name', `${word} is a word of the language; choose another name`];
  return ['syntax', `This is not understood here; here could follow ${listed(expected)}`];
}

function listed(expected: ReadonlySet<string>): string {
  const names = [...expected].filter((name) => !['white space', 'class', 'end'].includes(name));
  if (names.length === 0) return 'nothing more';
  return `${names.slice(0, 8).join(' ')}${names.length > 8 ? ' …' : ''}`;
}
