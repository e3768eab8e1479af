/**
 * One understanding of a message, made once and used by triage, red flags, extraction and replies alike. A message is a list of
 * clauses; each has a subject and a reality. Whether a finding counts is decided by its own clause, never by a word elsewhere in
 * the message: a harmless sentence beside an alarm must not silence it.
 */

/** Whom or what a clause is about. `anybody` is nobody in particular: "people", "you" in general, "a patient". */
export type Subject = 'self' | 'child' | 'relative' | 'someone' | 'anybody' | 'animal' | 'thing';

/** Somebody else who may be ill. */
export function isOtherPerson(subject: Subject | undefined): boolean {
  return subject === 'child' || subject === 'relative' || subject === 'someone';
}

/** Theirs is not for this record. Others are in doubt: "the dentist left Augmentin", "my neighbour swears by naproxen". */
export function isNotOfRecord(subject: Subject | undefined): boolean {
  return subject === 'child' || subject === 'relative' || subject === 'animal';
}

/** They have no illness of their own that is told here. */
export function isNoPerson(subject: Subject): boolean {
  return subject === 'animal' || subject === 'thing';
}

/**
 * How a clause relates to the world. `now` includes what has just happened and whatever is in doubt: then an alarm stands.
 * `past` is over; `feared` has not come; `supposed` is an if; `asked` is a general question; `told` is reported of nobody present
 * (news, a letter, a quotation); `fiction` and `training` are what they say.
 */
export type Reality = 'now' | 'past' | 'feared' | 'supposed' | 'denied' | 'asked' | 'told' | 'fiction' | 'training';

/** Told of a world of its own, where nothing is so. */
export function isWorld(reality: Reality): boolean {
  return reality === 'fiction' || reality === 'training' || reality === 'told';
}

/** `start` and `end` are offsets of the text. `asks`: the clause is, or belongs to, a question. */
export type Clause = {
  start: number;
  end: number;
  sentence: number;
  subject: Subject;
  reality: Reality;
  asks: boolean;
};

export type Understanding = { text: string; clauses: readonly Clause[] };
