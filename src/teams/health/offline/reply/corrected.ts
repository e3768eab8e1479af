/**
 * What a message corrects, in words: the fact that is meant, as it was and as it is now. It asks the same function that the filing asks,
 * over the same record, so that what is announced is what is changed.
 */
import { dailyTotal, dayOrYear, inSentence, join, withChangedDose } from '../../../../clinical/index.ts';
import { type Comparable, type DoseChange, type FactKind, meantBy, toldWithin } from '../../../../record/index.ts';
import type { ToldCorrection } from '../../facts/corrections-from-mentions.ts';
import { asksToRemove } from '../../facts/read-corrections.ts';
import { type Entry, SECTIONS, type Section } from '../record-view.ts';
import type { Scene } from './scene.ts';

const KINDS: Readonly<Record<Section, FactKind>> = {
  conditions: 'condition',
  symptoms: 'symptom',
  medications: 'medication',
  allergies: 'allergy',
  observations: 'observation',
  encounters: 'encounter',
  procedures: 'procedure',
  documents: 'document',
};

type Candidate = Comparable & { entry: Entry };

export function correctionLines({ text, said, view, moment }: Scene): string[] {
  if (said.corrections.length === 0) return [];
  const entries = SECTIONS.flatMap((section) =>
    view.sections[section].map((entry) => candidate(KINDS[section], entry)),
  );
  const lines = said.corrections.flatMap(
    (correction) => lineOf(correction, entries, moment) ?? nothingFound(text, correction),
  );
  return [...new Set(lines)];
}

function candidate(kind: FactKind, entry: Entry): Candidate {
  const { name, value, unit, time, told, recorded_at } = entry;
  return {
    kind,
    name,
    ...(value !== undefined && { value }),
    ...(unit !== undefined && { unit }),
    ...(time !== undefined && !told && { effective_time: time }),
    ...(recorded_at !== undefined && { recorded_at }),
    entry,
  };
}

/** What is taken from now on, what was taken before, and what both come to in a day. */
function doseLine(entry: Entry, dose: DoseChange, time: string | undefined, timezone: string): string {
  const next = withChangedDose(entry, dose);
  const { name, value, unit, frequency } = entry;
  if (!next)
    return `Your record does not say that ${inSentence(name)} is taken at that time of day, so nothing was changed. Tell me each dose with its time, such as “${inSentence(name)} 50 mg in the morning and 25 mg in the evening”.`;
  const [now, before] = [dailyTotal(next), dailyTotal(entry)];
  const from = time ? ` from ${dayOrYear(time, timezone)} on` : '';
  const total =
    now && before ? ` That makes ${now.total} ${next.unit} a day (${now.sum}); it was ${before.total} ${unit}.` : '';
  return `Changed in your record${from}: ${name} ${next.value} ${next.unit} ${next.frequency}; until now ${value} ${unit} ${frequency}.${total}`;
}

function lineOf(
  { target, change, fact }: ToldCorrection,
  entries: readonly Candidate[],
  { now, timezone }: Scene['moment'],
): string[] | null {
  if ('fact_id' in target) return [];
  const meant = meantBy(target, entries, toldWithin(now.toISOString()));
  const title = ({ entry }: Candidate) =>
    [entry.name, entry.value, entry.unit, entry.time && `(${dayOrYear(entry.time, timezone)})`]
      .filter(Boolean)
      .join(' ');
  if ('found' in meant) {
    const { name, value, unit } = meant.found;
    if (change === null) return [`Removed from your record: ${title(meant.found)}.`];
    if (change.dose) return [doseLine(meant.found.entry, change.dose, change.effective_time, timezone)];
    const right = [change.value, change.unit ?? unit].filter((part) => part !== undefined).join(' ');
    return value === change.value
      ? [`Your record has this already: ${title(meant.found)}.`]
      : [`Corrected in your record: ${name} is now ${right}; it was ${value ?? 'without a value'}.`];
  }
  if (meant.candidates.length > 0) {
    return [`Which one do you mean: ${join(meant.candidates.map(title))}? Nothing has been changed yet.`];
  }
  return fact ? [] : null;
}

/** "I never took it" asks for nothing where the record agrees. */
function nothingFound(text: string, { target, change }: ToldCorrection): string[] {
  if ('fact_id' in target || (change === null && !asksToRemove(text))) return [];
  const what = target.name === undefined ? 'value like that' : inSentence(target.name);
  return [`Your record has no ${what}, so nothing was changed.`];
}
