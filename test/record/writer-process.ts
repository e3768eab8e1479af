/**
 * A process that files turns until it is told to stop or killed: `writer-process.ts DIR NAME TURNS`. It says "ready" when the
 * record is open, waits for a line, and prints the number of each turn once that is safely filed.
 */
import { once } from 'node:events';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { patientKey } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { told, turn } from './told.ts';

const [dir = '', name = '', turns = '0'] = process.argv.slice(2);
/** Another in each process: the same value told again is one fact. */
const pulseOf = (n: number) => 1000 * name.length + 10 * n + name.charCodeAt(0) / 1000;
const record = await openEmbeddedRecord({ dir }, filingTerms);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let n = 0; n < Number(turns); n += 1) {
  const reading = told('observation', 'Weight', { value: n });
  await record.file(patientKey(name, String(n)), [reading, told('condition', 'Gout'), told('symptom', 'Pain')], turn());
  await record.file(
    patientKey('shared', 'P'),
    [told('observation', 'Pulse', { value: pulseOf(n) }), told('condition', 'Asthma')],
    turn(),
  );
  process.stdout.write(`${n}\n`);
}
await record.close();
process.exit(0);
