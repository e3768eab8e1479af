/** /v1/library: the documents that functions search and cite. */
import { z } from 'zod';
import { askerFor, askerOf, mayActFor, type Principal } from '../../src/engine/access/principal.ts';
import { LibraryDocument, NewDocument, ScopeName } from '../../src/functions/library/document.ts';
import type { Library } from '../../src/functions/library/library.ts';
import { AppError } from '../../src/platform/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { LIBRARY_DOCUMENT, NEW_DOCUMENT } from './functions.examples.ts';

/** The longest base64 of a PDF, and its description. */
const BODY_LIMIT_KB = 8_100;

named('NewDocument', NewDocument, { examples: [NEW_DOCUMENT] });
named('LibraryDocument', LibraryDocument, { examples: [LIBRARY_DOCUMENT] });
const Documents = named(
  'DocumentPage',
  z.object({ documents: z.array(LibraryDocument), next_cursor: z.string().nullable() }),
);
const Removed = named('RemovedDocuments', z.object({ documents: z.number().int(), chunks: z.number().int() }), {
  examples: [{ documents: 1, chunks: 1 }],
});
const UserId = PatientId.optional().describe('Only what this user can see: their own documents and the tenant’s');

export function libraryRoutes(library: Library): Route[] {
  const params = z.object({ id: z.string() });
  const noDocument = () => new AppError('not_found', 'There is no such document.');
  return [
    defineRoute({
      method: 'post',
      path: '/v1/library',
      operation: 'addDocument',
      scope: 'library:write',
      summary: 'Add a document to the library; the same document again changes nothing',
      tag: 'Library',
      body: NewDocument,
      bodyLimitKb: BODY_LIMIT_KB,
      replies: {
        200: { description: 'It is there already', schema: LibraryDocument },
        201: { description: 'Indexed', schema: LibraryDocument },
      },
      async handle({ body, principal: { tenant } }) {
        const { document, added } = await library.add(tenant, body);
        const headers = { Location: `/v1/library/${document.document_id}` };
        return { status: added ? 201 : 200, body: document, headers };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/library',
      operation: 'listDocuments',
      scope: 'library:read',
      summary: 'The documents of the library, in the order in which they were added',
      tag: 'Library',
      query: z.object({ scope: ScopeName.optional(), user_id: UserId, cursor: z.string().max(100).optional() }),
      replies: { 200: { description: 'A page of documents', schema: Documents } },
      async handle({ query: { scope, user_id, cursor }, principal }) {
        const page = await library.list(askerFor(principal.tenant, user_id), { scope, cursor });
        return { status: 200, body: { ...page, documents: page.documents.filter((one) => isFor(principal, one)) } };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/library',
      operation: 'removeDocuments',
      scope: 'library:write',
      summary: 'Remove all documents of a scope; a token that is bound to a user removes that user’s only',
      tag: 'Library',
      query: z.object({ scope: ScopeName, user_id: UserId.describe('Only documents of this user') }),
      replies: { 200: { description: 'How much was removed', schema: Removed } },
      async handle({ query: { scope, user_id }, principal: { tenant } }) {
        return { status: 200, body: await library.remove(askerFor(tenant, user_id), { scope }) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/library/{id}',
      operation: 'getDocument',
      scope: 'library:read',
      summary: 'What is known of one document',
      tag: 'Library',
      params,
      replies: { 200: { description: 'The document', schema: LibraryDocument } },
      async handle({ params: { id }, principal }) {
        const document = await library.find(askerOf(principal), id);
        if (!document || !isFor(principal, document)) throw noDocument();
        return { status: 200, body: document };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/library/{id}',
      operation: 'removeDocument',
      scope: 'library:write',
      summary: 'Remove a document; a token that is bound to a user removes that user’s only',
      tag: 'Library',
      params,
      replies: { 200: { description: 'How much was removed', schema: Removed } },
      async handle({ params: { id }, principal }) {
        const document = principal.people && (await library.find(askerOf(principal), id));
        // Like a bound user, a token that is limited to some people removes their documents only.
        if (principal.people && !(document?.user_id && isFor(principal, document))) throw noDocument();
        const removed = await library.remove(askerOf(principal), { id });
        if (removed.documents === 0) throw noDocument();
        return { status: 200, body: removed };
      },
    }),
  ];
}

/** A document is a user's or the whole tenant's, and may be about a patient. */
function isFor(principal: Principal, { user_id, patient_id }: LibraryDocument): boolean {
  return [user_id, patient_id].every((person) => person === null || mayActFor(principal, person));
}
