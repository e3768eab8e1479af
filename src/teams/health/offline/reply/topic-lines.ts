/** How the facts of a topic are said: what is done for it, and when to see someone. */
import { inSentence, type TopicFacts } from '../../../../clinical/index.ts';

type Facts = Pick<TopicFacts, 'care' | 'see' | 'source'>;

/** Empty where nothing is known of it. */
export function careLine(name: string, facts: Facts | null): string {
  return facts?.care ? `What is usually done for ${inSentence(name)}: ${facts.care} (${facts.source}).` : '';
}

export function seeLine(name: string, facts: Facts | null): string {
  return facts?.see ? `${name}: ${facts.see} (${facts.source})` : '';
}
