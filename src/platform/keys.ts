/**
 * How Redis keys are named. A layout lists them once as templates; the same layout gives TypeScript its builders and Lua its functions,
 * so a script and the code around it cannot disagree. All keys share one hash tag: a task lives in one cluster slot, and a script may
 * touch all of it.
 */

export type Layout = Readonly<Record<string, string>>;

/** One string for each `{placeholder}` of a template. */
type Parts<T extends string> = T extends `${string}{${string}}${infer Rest}` ? [string, ...Parts<Rest>] : [];

export type KeyBuilders<L extends Layout> = { [Name in keyof L]: (...parts: Parts<L[Name]>) => string };

const PLACEHOLDER = /\{\w+\}/;

export function hashTag(prefix: string): string {
  return `{${prefix}}`;
}

export function keyBuilders<L extends Layout>(tag: string, layout: L): KeyBuilders<L> {
  const builders = Object.entries(layout).map(([name, template]) => {
    const [first = '', ...rest] = template.split(PLACEHOLDER);
    const build = (...parts: string[]) =>
      rest.reduce((key, text, index) => `${key}${parts[index]}${text}`, `${tag}:${first}`);
    return [name, build];
  });
  return Object.fromEntries(builders) as KeyBuilders<L>;
}

/** `key_<name>(...)` for each template that the script mentions. They expect the hash tag in the local `tag`. */
export function luaKeys(layout: Layout, script: string): string {
  return Object.entries(layout)
    .filter(([name]) => script.includes(`key_${name}(`))
    .map(([name, template]) => {
      const [first = '', ...rest] = template.split(PLACEHOLDER);
      const names = rest.map((_, index) => `p${index}`);
      const joined = rest.map((text, index) => ` .. p${index}${text ? ` .. '${text}'` : ''}`).join('');
      return `local function key_${name}(${names.join(', ')}) return tag .. ':${first}'${joined} end`;
    })
    .join('\n');
}
