/**
 * Checks an item of a checklist by the words in it, where they leave no doubt: a term in quotes that must or must not be there ("no `eval`"),
 * or a limit of a metric ("complexity below 10"). Anything else needs a reader or a model.
 */

export type Checked = { met: boolean; line: number | null };

const MAX_ITEM = 500;
const TERM = /[`"'“]([^`"'”]{1,100})[`"'”]/;
const FORBIDS = /^(?:there (?:is|are) )?(?:no|never|avoid|without|must not|does not|do not|don't|should not)\b/i;
const DEMANDS = /^(?:it )?(?:must |should )?(?:uses?|contains?|has|have|includes?|calls?|mentions?|names?)\b/i;
const LIMIT =
  /\b(complexity|lines|loc|nesting|functions|words)\b[^\d]{0,40}\b(?:below|under|less than|at most|max(?:imum)?|no more than|up to)\b[^\d]{0,20}(\d{1,7})/i;

const METRICS: Readonly<Record<string, string>> = {
  complexity: 'CC',
  lines: 'LOC',
  loc: 'LOC',
  nesting: 'max_nesting',
  functions: 'functions',
  words: 'words',
};

/** Null if the words alone do not decide it. */
export function checkItem(item: string, artifact: string, metrics: Readonly<Record<string, number>>): Checked | null {
  const text = item.slice(0, MAX_ITEM).trim();
  const [limit, name = '', most] = LIMIT.exec(text) ?? [];
  const value = metrics[METRICS[name.toLowerCase()] ?? ''];
  if (limit && value !== undefined) {
    const excluded = /below|under|less than/i.test(limit);
    return { met: excluded ? value < Number(most) : value <= Number(most), line: null };
  }
  const term = TERM.exec(text)?.[1];
  if (term === undefined) return null;
  const at = artifact.indexOf(term);
  if (FORBIDS.test(text)) return { met: at === -1, line: at === -1 ? null : lineOf(artifact, at) };
  return DEMANDS.test(text) ? { met: at !== -1, line: null } : null;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
