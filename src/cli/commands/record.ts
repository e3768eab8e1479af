/** `medfleet record`: what is on file about a patient. */
import type { MedfleetClient, PatientRecord } from '../../client/client.ts';
import { defineCommand, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { valueText } from '../facts.ts';
import { oneLine, type Style, shortTime, table } from '../style.ts';

const SECTIONS = [
  'conditions',
  'symptoms',
  'medications',
  'allergies',
  'observations',
  'encounters',
  'procedures',
  'documents',
  'family_history',
] as const;
type Section = (typeof SECTIONS)[number];

export const record = defineCommand({
  name: 'record',
  summary: 'Show what is on file about a patient',
  usage: `PATIENT [SECTION]\n\n  SECTION: ${SECTIONS.join(', ')}; all unless said`,
  mostWords: 2,
  options: {
    json: JSON_OPTION,
    csv: { type: 'boolean', about: 'Print one section as CSV' },
    fhir: { type: 'boolean', about: 'Print a FHIR R4 Bundle' },
  },
  examples: [
    ['medfleet record anna', 'everything'],
    ['medfleet record anna medications', 'one section'],
    ['medfleet record anna observations --csv > labs.csv', 'for a spreadsheet'],
    ['medfleet record anna --fhir > anna.json', 'for another system'],
  ],
  async run({ values, words: [patient, section], io, style, client }) {
    if (!patient) throw new UsageError('say whose record: medfleet record PATIENT');
    if (section !== undefined && !isSection(section)) throw new UsageError(`SECTION is one of ${SECTIONS.join(', ')}`);
    if ([values.json, values.csv, values.fhir].filter(Boolean).length > 1)
      throw new UsageError('choose one of --json, --csv and --fhir');
    const params = { id: patient };
    if (values.fhir) return printJson(io, await client.exportFhir({ params }));
    if (values.csv) {
      io.out(await csv(client, patient, section));
      return undefined;
    }
    const found = await client.getRecord({ params });
    if (values.json) return printJson(io, section ? found[section] : found);
    const shown = section ? [section] : SECTIONS.filter((one) => found[one].length > 0);
    io.out(
      shown.length === 0
        ? `Nothing is on file about ${patient}.\n`
        : shown.map((one) => part(found, one, style)).join('\n'),
    );
    return undefined;
  },
});

function isSection(name: string): name is Section {
  return (SECTIONS as readonly string[]).includes(name);
}

async function csv(client: MedfleetClient, patient: string, section: Section | undefined): Promise<string> {
  if (section === undefined) throw new UsageError('--csv needs a SECTION');
  return client.getRecordCsv({ params: { id: patient }, query: { section } });
}

function part(found: PatientRecord, section: Section, style: Style): string {
  const rows = found[section].map((entry) => [
    oneLine(entry.name, 50),
    'value' in entry ? valueText(entry) : '',
    'status' in entry ? (entry.status ?? '') : '',
    'effective_time' in entry ? shortTime(entry.effective_time) : '',
    entry.id,
  ]);
  const title = style.bold(section.replaceAll('_', ' '));
  return `${title}\n${rows.length === 0 ? 'none\n' : table(['name', 'value', 'status', 'when', 'id'], rows, style)}`;
}
