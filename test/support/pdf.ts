/** Small PDF files for tests: pages that all show the same stream of drawing commands. */

type Pdf = { stream: Uint8Array; pages?: number; filter?: string };

export function pdf({ stream, pages = 1, filter }: Pdf): Uint8Array<ArrayBuffer> {
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>';
  const kids = Array.from({ length: pages }, (_, nth) => `${nth + 5} 0 R`).join(' ');
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
    [`<< /Length ${stream.length} ${filter ? `/Filter ${filter} ` : ''}>>\nstream\n`, stream, '\nendstream'],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...Array.from({ length: pages }, () => [page]),
  ];
  const parts: Uint8Array[] = [];
  let size = 0;
  const put = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    size += bytes.length;
  };
  put('%PDF-1.4\n');
  const places = objects.map((object, nth) => {
    const at = size;
    for (const part of [`${nth + 1} 0 obj\n`, ...object, '\nendobj\n']) put(part);
    return at;
  });
  const xref = size;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`);
  return new Uint8Array(Buffer.concat(parts));
}
