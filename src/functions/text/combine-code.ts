/** Several pieces of code as one file: imports once and first, the same part once, declarations of one name with two bodies in conflict. */
import { declarationsOf } from './code.ts';
import type { Combined } from './combine-text.ts';
import { importsAndBody, mergedImports } from './imports.ts';
import { singleSpaced } from './lines.ts';
import type { NamedText } from './statements.ts';
import { type ConflictFound, type Policy, type Strategy, settle, type Topic } from './topics.ts';

export function combineCode(texts: readonly NamedText[], strategy: Strategy, policy: Policy): Combined {
  const topics = new Map<string, Topic>();
  const imports: string[] = [];
  for (const { name, text } of texts) {
    const read = importsAndBody(text);
    imports.push(...read.imports);
    for (const [place, part] of partsOf(read.body).entries()) {
      const declared = declarationsOf(part).find(({ level }) => level === 1)?.name;
      const key = declared ?? singleSpaced(part);
      const topic = topics.get(key) ?? { topic: declared ?? key.slice(0, 80), positions: [] };
      topics.set(key, topic);
      if (topic.positions.every(({ artifact }) => artifact !== name))
        topic.positions.push({ artifact: name, statement: part, value: singleSpaced(part), place });
    }
  }
  const conflicts: ConflictFound[] = [];
  const parts = [...topics.values()].flatMap((topic) => {
    if (strategy === 'vote' && topic.positions.length * 2 <= texts.length) return [];
    const { chosen, conflict } = settle(topic, strategy, policy);
    if (conflict) conflicts.push(conflict);
    return chosen ? [chosen.statement] : topic.positions.map(({ statement }) => statement);
  });
  const head = mergedImports(imports).join('\n');
  return { synthesized: [head, ...parts].filter(Boolean).join('\n\n'), conflicts, topics: [...topics.values()] };
}

/** Divided at empty lines, unless the next line is indented or closes something: then it is the same declaration. */
export function partsOf(body: string): string[] {
  const parts: string[] = [];
  for (const chunk of body.split(/\n(?:[ \t]{0,200}\n)+/)) {
    const last = parts.length - 1;
    if (chunk.trim() === '') continue;
    if (last >= 0 && /^[ \t)}\]]/.test(chunk)) parts[last] += `\n\n${chunk}`;
    else parts.push(chunk);
  }
  return parts.map((part) => part.replace(/^\n+/, '').trimEnd());
}
