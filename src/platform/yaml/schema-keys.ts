/** The keys that are allowed at each path, read from the zod schema, so that a misspelt one can be matched to the right one. */
import { z } from 'zod';
import type { Path } from './read-yaml.ts';

type Node = z.core.JSONSchema.BaseSchema;

export function schemaKeys(schema: z.ZodType): (path: Path) => string[] {
  const root: Node = z.toJSONSchema(schema, { io: 'input' });
  return (path) => {
    let level = [root];
    for (const step of path) level = level.flatMap((node) => below(node, step));
    return level.flatMap(alternatives).flatMap((node) => Object.keys(node.properties ?? {}));
  };
}

function below(node: Node, step: PropertyKey): Node[] {
  const inside = alternatives(node).map(({ items, properties, additionalProperties }) =>
    typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties),
  );
  return inside.flatMap((found) => (typeof found === 'object' && !Array.isArray(found) ? [found] : []));
}

/** A union's branches, and the node itself. */
function alternatives(node: Node): Node[] {
  return [node, ...(node.anyOf ?? []).flatMap((branch) => (typeof branch === 'object' ? [branch] : []))];
}
