/** The curated tables behind answers must name things that the vocabulary knows, and their sources. */
import { describe, expect, it } from 'vitest';
import { drugs } from '../../../../src/clinical/vocabulary/drugs.ts';
import { termNamed } from '../../../../src/clinical/vocabulary/find-terms.ts';
import { termRows } from '../../../../src/clinical/vocabulary/rows.ts';
import { listOf, readTable } from '../../../../src/clinical/vocabulary/table.ts';

const TOPICS = ['condition-facts', 'symptom-facts', 'observation-facts', 'procedure-facts']
  .flatMap((table) =>
    readTable(table, ['topic', 'what', 'signs', 'causes', 'care', 'see', 'source', 'course', 'passed_on']),
  )
  .flatMap(({ topic, ...facts }) => topic.split(';').map((name) => ({ topic: name.trim(), ...facts })));
const EFFECTS = readTable('drug-effects', ['medicine', 'use', 'common', 'serious', 'source']);
const CAUTIONS = readTable('condition-cautions', ['medicine', 'condition', 'why', 'source']);
const SIGNS = readTable('medicine-signs', ['medicine', 'signs', 'because', 'do', 'source']);
const CHILDREN = readTable('children', ['topic', 'see', 'care', 'source']);
const FOR_CHILDREN = readTable('child-medicines', ['medicine', 'advice', 'source']);
const NAMES = new Set(termRows().map(({ term }) => term.name));
const MEDICINES = new Set(drugs().flatMap(({ name, drugClass }) => [name, drugClass]));

describe('answer tables', () => {
  it('every topic is the name of a term, said in a sentence and with its source', () => {
    for (const { topic, what, source } of TOPICS) {
      expect.soft(NAMES.has(topic), topic).toBe(true);
      expect.soft(what, topic).not.toBe('');
      expect.soft(source, topic).not.toBe('');
    }
    expect(new Set(TOPICS.map(({ topic }) => topic)).size).toBe(TOPICS.length);
  });

  it('every medicine is a drug or a class, and every condition is known', () => {
    const listed = [...CAUTIONS, ...SIGNS].flatMap(({ medicine }) => listOf(medicine));
    const named = [...EFFECTS.map(({ medicine }) => medicine), ...listed];
    expect(named.filter((name) => !MEDICINES.has(name))).toEqual([]);
    // Of what a child may be given, food is a part: honey.
    const given = FOR_CHILDREN.flatMap(({ medicine }) => listOf(medicine));
    expect(given.filter((name) => !MEDICINES.has(name) && !termNamed(name, ['allergen']))).toEqual([]);
    const conditions = [
      ...CAUTIONS.flatMap(({ condition }) => listOf(condition)),
      ...SIGNS.flatMap(({ signs }) => listOf(signs)),
    ];
    expect(conditions.filter((name) => termNamed(name, ['condition', 'symptom'])?.name !== name)).toEqual([]);
  });

  it('every side effect is recognised in a message', () => {
    const words = EFFECTS.flatMap(({ common }) => listOf(common));
    expect([...new Set(words)].filter((word) => !termNamed(word, ['symptom', 'condition']))).toEqual([]);
  });

  it('when to see someone is a sentence, the other cells are not', () => {
    for (const { topic, see, ...cells } of [...TOPICS, ...CHILDREN]) {
      expect.soft(see === '' || see.endsWith('.'), topic).toBe(true);
      expect
        .soft(
          Object.values(cells).filter((cell) => cell.endsWith('.')),
          topic,
        )
        .toEqual([]);
    }
  });
});
