/** A document of the library: what is given to be indexed, and what is known of it afterwards. */
import { z } from 'zod';
import { SourceMetadata } from '../../engine/models/citation.ts';

export const DOCUMENT_TYPES = ['text', 'markdown', 'code', 'pdf'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A book of a thousand pages has 2 to 3 MB of text. */
export const MAX_TEXT = 5_000_000;
/** Base64 of 6 MB. */
export const MAX_DATA = 8_000_000;

export const ScopeName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/, 'may have letters, digits and . _ / - only, at most 128 of them')
  .describe('The collection or repository that it belongs to');

/** Title and place are known otherwise: from the document, and from where in it the chunk is. */
export const DocumentSource = z
  .strictObject(SourceMetadata.omit({ title: true, chunk: true, similarity: true }).shape)
  .partial({ source_type: true });
export type DocumentSource = z.infer<typeof DocumentSource>;

const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'may have letters, digits and . _ @ - only, at most 128 of them');

export const NewDocument = z
  .strictObject({
    scope: ScopeName,
    title: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .refine((title) => title.isWellFormed(), 'must be well-formed Unicode'),
    type: z.enum(DOCUMENT_TYPES),
    text: z
      .string()
      .max(MAX_TEXT)
      .regex(/\S/, 'must not be empty')
      .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
      .optional()
      .describe('Of a text, markdown or code. A form feed begins a page'),
    data: z.base64().max(MAX_DATA).optional().describe('Of a pdf, in base64'),
    source: DocumentSource.default({}).describe(
      'What a citation of it says; source_type follows from the type if not given',
    ),
    user_id: id.optional().describe('Whose it is; the whole tenant’s if not given'),
    patient_id: id.optional().describe('Whom it is about; it is erased with them'),
  })
  .refine(({ type, text, data }) => (type === 'pdf' ? data && text === undefined : text && data === undefined), {
    path: ['text'],
    message: 'give data for a pdf, and text for every other type',
  });
export type NewDocument = z.infer<typeof NewDocument>;

export const LibraryDocument = z.object({
  document_id: z.string(),
  scope: z.string(),
  title: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  source: SourceMetadata.omit({ chunk: true, similarity: true }),
  user_id: z.string().nullable(),
  patient_id: z.string().nullable(),
  chunks: z.number().int().describe('How many passages were indexed'),
  embedder: z.string().nullable().describe('The model that it can be searched by meaning with; null: by words only'),
  added_at: z.string(),
});
export type LibraryDocument = z.infer<typeof LibraryDocument>;
