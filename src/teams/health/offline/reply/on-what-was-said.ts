/** Questions about the conversation itself: the last reply in fewer words, and which of the things that were spoken of one has. */
import { inSentence, join, patternsOf, sentenceAt, unique } from '../../../../clinical/index.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const { pattern } = patternsOf('health-offline', 'on-what-was-said');

const SIMPLER = pattern('SIMPLER', 'i');
const WHICH_ONE = pattern('WHICH_ONE', 'i');
/** Sources, other names and ranges in brackets, and lists of other names. */
const BESIDE = /\s{0,3}\([^()]{0,200}\)|\s{0,3}Also called [^.]{0,200}\./g;

export function onWhatWasSaid(asked: Asked, scene: Scene): string {
  if (SIMPLER.test(asked.text) && asked.named.length === 0) return inFewerWords(scene.lastReply);
  return WHICH_ONE.test(asked.text) ? whichOne(asked, scene) : '';
}

/** The first sentence of the last reply says what matters most. */
function inFewerWords(reply: string): string {
  const plain = reply.replace(BESIDE, '').trim();
  const first = plain.slice(0, sentenceAt(plain, 0).end).trim();
  return first ? `In short: ${first} Ask me about any word that is not clear.` : '';
}

/** By what is on record: which of several illnesses it is, only an examination can show. */
function whichOne({ terms }: Asked, { view, said }: Scene): string {
  const asked = unique(terms.filter(({ kind }) => kind === 'condition').map(({ name }) => name));
  const known = [...view.sections.conditions, ...said.findings].map(({ name }) => name);
  const held = asked.filter((name) => known.includes(name));
  if (held.length > 0) return `Your record lists ${join(held.map(inSentence))}.`;
  return terms.length > 0 ? 'Your record does not say which; a doctor can, with an examination or a test.' : '';
}
