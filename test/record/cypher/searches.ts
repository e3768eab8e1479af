/** Rules 2 and 3 of the CypherAgent: such a query would find nothing, or something else than was asked. */
import type { Rule } from '../../../src/record/cypher/refused.ts';
import { PATIENT } from './questions.ts';

const mine = `MATCH ${PATIENT}-[:HAS_CONDITION]->(c:ConditionCase)`;

export const SEARCHES: readonly (readonly [why: string, rule: Rule, query: string])[] = [
  ['a name compared with =', 'text_search', `${mine} WHERE c.name = 'Asthma' RETURN c.name`],
  ['a name compared with <>', 'text_search', `${mine} WHERE 'Asthma' <> c.name RETURN c.name`],
  ['a lower-case name compared with =', 'text_search', `${mine} WHERE toLower(c.name) = 'asthma' RETURN c.name`],
  ['a name in a list', 'text_search', `${mine} WHERE c.name IN ['Asthma', 'Gout'] RETURN c.name`],
  ['a name in braces', 'text_search', `MATCH ${PATIENT}-[:HAS_CONDITION]->(c {name: 'Asthma'}) RETURN c.name`],
  ['CONTAINS without toLower', 'text_search', `${mine} WHERE c.name CONTAINS 'asthma' RETURN c.name`],
  ['CONTAINS in upper case', 'text_search', `${mine} WHERE toUpper(c.name) CONTAINS 'ASTHMA' RETURN c.name`],
  [
    'a capital that nothing in lower case has',
    'text_search',
    `${mine} WHERE toLower(c.name) CONTAINS 'Asthma' RETURN c.name`,
  ],
  ['a parameter in any case', 'text_search', `${mine} WHERE toLower(c.name) CONTAINS $now RETURN c.name`],
  ['a name that WITH has renamed', 'text_search', `${mine} WITH c.name AS what WHERE what = 'Asthma' RETURN what`],
  ['a name made longer', 'text_search', `${mine} WHERE c.name + ' ' STARTS WITH 'asthma' RETURN c.name`],
  ['words of the message', 'text_search', `${mine} WHERE c.body_site ENDS WITH 'knee' RETURN c.name`],
  [
    'a WHERE between two MATCH clauses',
    'where_placement',
    `${mine} WHERE toLower(c.name) CONTAINS 'asthma' MATCH (c)-[:IS_A]->(t) RETURN t.name`,
  ],
  [
    'a WHERE before an OPTIONAL MATCH',
    'where_placement',
    `${mine} WHERE c.status = 'active' OPTIONAL MATCH (c)-[:IS_A]->(t) RETURN t.name`,
  ],
];
