/**
 * A dose that was changed, of a medicine that an earlier message named: after "lithium 800 mg at night" a message says "level came back 0.95
 * so she dropped it to 600 mg". It is filed where only one of the medicines told last can have come to this dose.
 */
import { canBecome, changedBy, type DoseChange, doseChangesIn } from '../../../clinical/index.ts';
import type { MentionInput } from '../../../record/index.ts';

/** How many messages back the medicine may have been named. */
const LASTS = 3;
/** How sure a dose is whose medicine an earlier message named. */
const SURE = 0.75;

type Told = { mentions: readonly MentionInput[] };

/** The medicines of earlier messages with the dose that this one tells; none where it names a medicine before the change. */
export function followUpDoses(text: string, own: readonly MentionInput[], before: readonly Told[]): MentionInput[] {
  const last = before.slice(-LASTS).findLast(({ mentions }) => mentions.some(isTaken));
  if (!last) return [];
  const changes = doseChangesIn(text).filter(
    ({ start }) => !own.some((one) => isMedicine(one) && (one.start ?? 0) < start),
  );
  return changes.flatMap((change) => {
    const meant = medicineOf(change, last.mentions.filter(isTaken));
    if (!meant) return [];
    const { name, value, unit, frequency, experiencer = 'patient' } = changedBy(meant, change);
    const { start, dose, frequency: often } = change;
    return [
      {
        kind: 'medication',
        name,
        quote: text.slice(start, Math.max(dose.end, often?.end ?? 0)),
        start,
        status: 'active',
        assertion: 'present',
        experiencer,
        confidence: SURE,
        ...(value !== undefined && { value }),
        ...(unit !== undefined && { unit }),
        ...(frequency && { frequency }),
      } satisfies MentionInput,
    ];
  });
}

/** Of several, the only one that can have come to this dose; a single one also where its dose was not told. */
function medicineOf(change: DoseChange, told: readonly MentionInput[]): MentionInput | null {
  const { dose, isElided, isOthers } = change;
  if (isElided) return null;
  const [only, ...more] = [...new Map(told.map((one) => [one.name, one])).values()];
  const undosed = only && more.length === 0 && only.value === undefined && dose.value.unit !== '' ? [only] : [];
  const able = [...undosed, ...told.filter((one) => canBecome(one, change))];
  const [meant] = able;
  if (!meant || able.some(({ name }) => name !== meant.name)) return null;
  return isOthers && (meant.experiencer ?? 'patient') === 'patient' ? null : meant;
}

function isMedicine({ kind }: MentionInput): boolean {
  return kind === 'medication';
}

function isTaken({ kind, status, assertion = 'present' }: MentionInput): boolean {
  return kind === 'medication' && status === 'active' && assertion === 'present';
}
