/** Citations as tests need them: a web page whose id says which source it is. */
import type { Citation } from '../../src/engine/models/citation.ts';

export function cited(id: string, label: string | number, more: Partial<Citation> = {}): Citation {
  return { id, marker: `[^${label}]`, source_type: 'web_page', source: 'web_search', title: id, supports: [], ...more };
}
