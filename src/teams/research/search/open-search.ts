/**
 * Which places are searched, by the settings: the tenant's library, a folder of texts where one is named, services with a key where there
 * is a key, and the free public services where they are switched on.
 */
import type { ModelGateway } from '../../../engine/models/model.ts';
import type { BuildOutwardQuery } from '../../../engine/models/outward-query.ts';
import type { Documents } from '../../../engine/tools/documents.ts';
import type { Config } from '../../../platform/config.ts';
import type { TenantLibrary } from '../../team-parts.ts';
import { createClinicalTrials } from './clinical-trials.ts';
import { createEuropePmc } from './europe-pmc.ts';
import { createGeminiGrounding } from './gemini-grounding.ts';
import { createLibrary } from './library.ts';
import { createPerplexity } from './perplexity.ts';
import { createPubMed } from './pubmed.ts';
import type { Places } from './search.ts';
import { createSearch, type SearchEverywhere } from './search-everywhere.ts';
import { createTenantLibrary } from './tenant-library.ts';

type Settings = Pick<Config, 'LIBRARY_DIR' | 'PERPLEXITY_API_KEY' | 'SEARCH_PUBLIC'>;

const PUBLIC_IS_OFF =
  'The public services (PubMed, Europe PMC, ClinicalTrials.gov) are off. The setting SEARCH_PUBLIC=true switches them on.';
const LIBRARY_ONLY =
  'Only your library was searched. POST /v1/library adds documents to it; the setting LIBRARY_DIR names a folder of texts.';

/** What can be searched on this machine. */
type Local = { documents: Documents; library: TenantLibrary };

/** `google` is there where the search's model can use Google Search. */
export function openSearch(
  settings: Settings,
  here: Local,
  build: BuildOutwardQuery,
  google: ModelGateway | null,
): SearchEverywhere {
  return createSearch(placesFor(settings, here, google), build);
}

export function placesFor(settings: Settings, { documents, library }: Local, google: ModelGateway | null): Places {
  const { LIBRARY_DIR, PERPLEXITY_API_KEY, SEARCH_PUBLIC } = settings;
  const folder = LIBRARY_DIR ? [createLibrary(LIBRARY_DIR, documents)] : [];
  const outward = [
    ...(PERPLEXITY_API_KEY ? [createPerplexity(PERPLEXITY_API_KEY)] : []),
    ...(google ? [createGeminiGrounding(google)] : []),
    ...(SEARCH_PUBLIC ? [createPubMed(), createEuropePmc(), createClinicalTrials()] : []),
  ];
  const isAlone = folder.length + outward.length === 0;
  const off = [...(SEARCH_PUBLIC ? [] : [PUBLIC_IS_OFF]), ...(isAlone ? [LIBRARY_ONLY] : [])];
  return { local: [createTenantLibrary(library), ...folder], outward, off };
}
