/** The documents of a library file: one per file, or one per line of a JSONL file. */
import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Documents } from '../../../engine/tools/documents.ts';
import { EVIDENCE_LEVELS, type EvidenceLevel, type Population } from '../requirements.ts';

export type LibraryDocument = {
  id: string;
  file: string;
  title: string;
  text: string;
  /** What a register or a journal says about it beside its text: conditions, interventions, keywords. */
  fields?: string;
  url: string | null;
  date: string | null;
  doi?: string;
  pmid?: string;
  nct?: string;
  phase?: string;
  status?: string;
  evidence?: EvidenceLevel;
  /** A register states a phase for it, or that it has none; studies that only observe have no such field. */
  isTrial?: boolean;
  populations?: readonly Population[];
  language?: string;
};

const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/;
const DOI = /\b10\.\d{4,9}\/[^\s"<>]{1,200}[^\s"<>.,;)]/;
const NCT = /\bNCT\d{8}\b/;

/** A line of JSONL, by the field names that such files commonly use; unknown fields are ignored. */
const Line = z.looseObject({
  id: z.string().optional(),
  title: z.string(),
  text: z.string().optional(),
  abstract: z.string().optional(),
  summary: z.string().optional(),
  url: z.string().optional(),
  date: z.string().optional(),
  updated: z.string().optional(),
  doi: z.string().optional(),
  pmid: z.union([z.string(), z.number()]).optional(),
  nct: z.string().optional(),
  phase: z.string().optional(),
  phases: z.string().optional(),
  status: z.string().optional(),
  evidence: z.enum(EVIDENCE_LEVELS).optional(),
  conditions: z.string().optional(),
  interventions: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  age: z.string().optional(),
  sex: z.string().optional(),
  language: z.string().optional(),
});

/** Groups by the words that registers of trials use for age and sex. */
const GROUPS: readonly [written: RegExp, group: Population][] = [
  [/\bCHILD\b/, 'children'],
  [/\bADULT\b/, 'adults'],
  [/\bOLDER_ADULT\b/, 'older adults'],
  [/\bFEMALE\b/, 'women'],
  [/\bMALE\b/, 'men'],
];

export async function documentsIn(
  file: string,
  bytes: Buffer,
  documents: Pick<Documents, 'pdfPages'>,
): Promise<LibraryDocument[]> {
  switch (extname(file).toLowerCase()) {
    case '.jsonl':
      return bytes
        .toString('utf8')
        .split('\n')
        .flatMap((line, at) => (line.trim() === '' ? [] : lineDocument(file, line, at)));
    case '.pdf':
      // One that cannot be read is found by its name.
      return [pageDocument(file, (await documents.pdfPages(new Uint8Array(bytes)))?.join('\n') ?? '')];
    default:
      return [pageDocument(file, bytes.toString('utf8'))];
  }
}

/** Lines that are not a document are skipped: one bad line must not disable a library. */
function lineDocument(file: string, json: string, at: number): LibraryDocument[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const parsed = Line.safeParse(value);
  if (!parsed.success) return [];
  const line = parsed.data;
  const { id, title, url, pmid, status, evidence, language } = line;
  const doi = line.doi ?? DOI.exec(id ?? '')?.[0];
  const nct = line.nct ?? NCT.exec(id ?? '')?.[0];
  const phase = (line.phase ?? line.phases ?? '').replace(/^NA$/i, '');
  const fields = fieldsOf(line);
  const populations = GROUPS.filter(([written]) => written.test(`${line.age} ${line.sex}`)).map(([, group]) => group);
  return [
    {
      id: `${file}#${at}`,
      file,
      title,
      text: line.text ?? line.abstract ?? line.summary ?? '',
      url: url ?? null,
      date: DATE.exec(line.date ?? line.updated ?? '')?.[0] ?? null,
      ...(doi && { doi }),
      ...(nct && { nct }),
      ...(pmid !== undefined && { pmid: String(pmid) }),
      ...(phase && { phase }),
      ...(status && { status }),
      ...(evidence && { evidence }),
      ...(fields && { fields }),
      isTrial: (line.phase ?? line.phases) !== undefined,
      ...(populations.length > 0 && { populations }),
      ...(language && { language: language.slice(0, 2).toLowerCase() }),
    },
  ];
}

function fieldsOf({ conditions, interventions, keywords }: z.infer<typeof Line>): string {
  const listed = (name: string, items: string | undefined) => (items ? `${name}: ${items.replaceAll('|', '; ')}.` : '');
  const fields = [
    listed('Conditions', conditions),
    listed('Interventions', interventions),
    listed('Keywords', keywords?.join('; ')),
  ];
  return fields.filter(Boolean).join('\n');
}

/** A text: its first heading is its title; `key: value` lines at its top, between lines of dashes, say the rest. */
function pageDocument(file: string, whole: string): LibraryDocument {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(whole);
  const said = new Map(
    (front?.[1] ?? '').split('\n').flatMap((line) => {
      const [, key, value] = /^(\w+):\s*(\S.*)$/.exec(line.trim()) ?? [];
      return key && value ? [[key.toLowerCase(), value.replace(/^["']|["']$/g, '')] as const] : [];
    }),
  );
  const text = whole.slice(front?.[0].length ?? 0).trim();
  const heading = /^#[ \t]+(\S.*)$/m.exec(text)?.[1];
  const evidence = EVIDENCE_LEVELS.find((level) => level === said.get('evidence'));
  const doi = said.get('doi') ?? DOI.exec(text)?.[0];
  const nct = said.get('nct') ?? NCT.exec(text)?.[0];
  const pmid = said.get('pmid');
  return {
    id: file,
    file,
    title: said.get('title') ?? heading ?? basename(file, extname(file)),
    text: heading ? text.replace(/^#[ \t]+\S.*$/m, '').trim() : text,
    url: said.get('url') ?? null,
    date: DATE.exec(said.get('date') ?? '')?.[0] ?? null,
    ...(doi && { doi }),
    ...(nct && { nct }),
    ...(pmid && { pmid }),
    ...(evidence && { evidence }),
  };
}
