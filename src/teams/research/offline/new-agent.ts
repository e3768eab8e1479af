/** A new research agent for a wish: its name and description, its first task, and as data what counts and how much is enough. */
import type { Wish } from './wish.ts';

export function newAgent({ topic, watch, requirements, threshold }: Wish, text: string): Record<string, unknown> {
  const name = `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`.slice(0, 71);
  const asked = watch ? ` Keep watch: look again ${watch}.` : '';
  return {
    name: `${name} Research`,
    description: `Follows ${topic}.`.slice(0, 500),
    message: `${text.trim()}${asked}`,
    ...(Object.keys(requirements).length > 0 && { requirements }),
    ...(threshold && { evidence_threshold: threshold }),
  };
}
