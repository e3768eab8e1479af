/** An answer from the library: the sentences of the passage that was found, if it is about what was asked, with its marker. */
import { asObject } from '../../../engine/models/offline/conversation.ts';
import { summarize } from './summary.ts';

export const LIBRARY = 'cross_reference';

const MOST_QUERY = 2_000;
const MOST_SENTENCES = 3;
/** The share of the question's words that a passage has, rare ones counting more. With less it is about something else. */
const LEAST_SIMILARITY = 0.6;

export function libraryCall(question: string) {
  return { name: LIBRARY, args: { query_artifact: question.slice(0, MOST_QUERY), top_k: 1 } };
}

/** Null where the library has nothing on the question. */
export function libraryAnswer(result: unknown, question: string): string | null {
  const { references, citations } = asObject(result);
  const passage = asObject(Array.isArray(references) ? references[0] : null);
  const { marker, similarity, title } = asObject(Array.isArray(citations) ? citations[0] : null);
  if (typeof passage.excerpt !== 'string' || typeof marker !== 'string') return null;
  if (typeof similarity !== 'number' || similarity < LEAST_SIMILARITY) return null;
  const said = summarize(passage.excerpt, question, MOST_SENTENCES);
  return said && `${said} ${marker}\n\nSource: ${typeof title === 'string' ? title : 'your library'}.`;
}
