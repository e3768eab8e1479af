/** AskTusdiAIHandlerAgent without a model: opens the item that the conversation is about and says what it holds. */

import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { entriesOf, entryLine } from './record-view.ts';

const NO_ITEM = 'This conversation is not about one particular item.';

export const askTopic: Rule = (request) => {
  const { responses } = readConversation(request);
  if (!responses.has('read_topic_node')) return { calls: [{ name: 'read_topic_node', args: {} }] };
  const node = asObject(responses.get('read_topic_node'));
  if (typeof node.error === 'string' || !node.properties) return { text: NO_ITEM };

  const kind = typeof node.type === 'string' ? spacedOut(node.type) : 'item';
  const [entry] = entriesOf([node.properties]);
  const lines = [
    `The conversation is about this ${kind}: ${entry ? entryLine(entry) : plainProperties(asObject(node.properties))}.`,
  ];
  const related = entriesOf(node.related);
  if (related.length > 0)
    lines.push('Under the same name the record also holds:', ...related.map((item) => `- ${entryLine(item)}`));
  return { text: lines.join('\n') };
};

/** "ConditionCaseNode" or "ConditionCase" -> "condition case". */
function spacedOut(label: string): string {
  return label
    .replace(/Node$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function plainProperties(properties: Record<string, unknown>): string {
  const shown = Object.entries(properties).filter(
    ([name, value]) => ['string', 'number'].includes(typeof value) && !/uuid|^id$/.test(name),
  );
  return (
    shown.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ') || 'nothing is recorded in it'
  );
}
