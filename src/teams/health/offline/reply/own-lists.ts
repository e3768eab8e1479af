/** What the record lists, for a form or for somebody who asks for it. */
import { lines } from '../../../../clinical/index.ts';
import { isActive } from '../record-view.ts';
import { UNREADABLE } from './check-ups.ts';
import { listed } from './entries.ts';
import { type Listed, listsWanted } from './lists-wanted.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const TITLES: Readonly<Record<Listed, readonly [some: string, none: string]>> = {
  allergies: ['Allergies on record', 'No allergy is on record.'],
  medications: ['Medicines on record as taken', 'No medicine is on record as taken.'],
  conditions: ['Conditions on record', 'No condition is on record.'],
  procedures: ['Procedures on record', 'No procedure is on record.'],
};

export function onOwnLists({ text }: Asked, { text: message, view, whom, moment }: Scene): string {
  const sections = listsWanted(text, message);
  if (sections.length === 0 || whom.who === 'relative') return '';
  if (!view.readable) return UNREADABLE;
  return lines(
    ...sections.flatMap((section) => {
      const held = view.sections[section].filter((entry) =>
        section === 'medications' ? isActive(entry) : section !== 'conditions' || entry.status !== 'resolved',
      );
      const [some, none] = TITLES[section];
      return held.length > 0 ? listed(some, held, moment) : [`${none} If there is one, put it down, and tell me too.`];
    }),
  );
}
