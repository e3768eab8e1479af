/** "What do I do about my tablets before the operation?": for each medicine that is taken, what is commonly done. */
import { join, patternsOf, rowOn, termOf, unique } from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import { type Asked, takenIn } from './question.ts';
import type { Scene } from './scene.ts';

const { pattern } = patternsOf('health-offline', 'before-operation');

const OPERATION = pattern('OPERATION', 'i');
const OVER = pattern('OVER', 'i');
const MEDICINES = pattern('MEDICINES', 'i');
const EARLIER_MESSAGES = 2;
const SIDE = 'operation';
/** What is bought for after it, or goes together, has answers of its own. */
const OTHERWISE: ReadonlySet<Act> = new Set(['errand', 'clash', 'prepare', 'checks', 'overview', 'cause', 'dose']);

export function beforeOperation({ text, act }: Asked, { text: message, earlier, taken, whom, said }: Scene): string {
  if (OTHERWISE.has(act) || whom.who === 'relative') return '';
  const around = [...earlier.slice(-EARLIER_MESSAGES), message].filter((one) => OPERATION.test(one) && !OVER.test(one));
  const named = takenIn(text);
  if (around.length === 0 || (named.length === 0 && !MEDICINES.test(text))) return '';
  const medicines = unique([
    ...named,
    ...(named.length > 0 ? [] : [...taken, ...said.medications.map(({ name }) => name)]),
  ]);
  const rows = medicines.flatMap((name) => {
    const row = rowOn([name, termOf(name, 'drug')?.drugClass ?? ''], SIDE);
    return row ? [{ name, row }] : [];
  });
  const general = rowOn(['medicine'], SIDE);
  const rest = medicines.filter((name) => !rows.some((one) => one.name === name));
  return [
    general ? `${general.text} (${general.source})` : '',
    ...rows.map(({ name, row }) => `- ${name}: ${row.text} (${row.source})`),
    rows.length > 0 && rest.length > 0 ? `- ${join(rest)}: ask; I know of no rule.` : '',
  ]
    .filter(Boolean)
    .join('\n');
}
