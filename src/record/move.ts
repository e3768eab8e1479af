/**
 * Copies every record of one engine into another. What is there already is left as it is, and the source is not changed. In the end the
 * target has the source's id too, so that a fleet may go on with it.
 */
import type { PatientRecord } from './record.ts';

const PAGE = 100;
/** Copied at the same time: most of the time is waiting for the server. */
const AT_ONCE = 10;

export async function moveRecords(
  from: PatientRecord,
  to: PatientRecord,
  progress: (moved: number) => void,
): Promise<number> {
  let moved = 0;
  let last: string | null = null;
  for (;;) {
    const patients: string[] = await from.patients(last, PAGE);
    for (let first = 0; first < patients.length; first += AT_ONCE) {
      const batch = patients.slice(first, first + AT_ONCE);
      await Promise.all(batch.map(async (patient) => to.restore(patient, await from.graph(patient))));
      moved += batch.length;
      progress(moved);
    }
    last = patients.at(-1) ?? null;
    if (patients.length < PAGE) break;
  }
  await to.adopt(from.about().ids);
  return moved;
}
