/**
 * Which places are searched, by the settings: the team's own library where there is one, services with a key where there is a key, and
 * the free public services where they are switched on.
 */
import type { ModelGateway } from '../../../engine/models/model.ts';
import type { BuildOutwardQuery } from '../../../engine/models/outward-query.ts';
import type { Documents } from '../../../engine/tools/documents.ts';
import type { Config } from '../../../platform/config.ts';
import { createClinicalTrials } from './clinical-trials.ts';
import { createEuropePmc } from './europe-pmc.ts';
import { createGeminiGrounding } from './gemini-grounding.ts';
import { createLibrary } from './library.ts';
import { createPerplexity } from './perplexity.ts';
import { createPubMed } from './pubmed.ts';
import type { Places } from './search.ts';
import { createSearch, type SearchEverywhere } from './search-everywhere.ts';

type Settings = Pick<Config, 'LIBRARY_DIR' | 'PERPLEXITY_API_KEY' | 'SEARCH_PUBLIC'>;

const PUBLIC_IS_OFF =
  'The public services (PubMed, Europe PMC, ClinicalTrials.gov) are off. The setting SEARCH_PUBLIC=true switches them on.';
const NO_LIBRARY = 'There is no library. The setting LIBRARY_DIR names a folder of texts to search.';

/** `google` is there where the search's model can use Google Search. */
export function openSearch(
  settings: Settings,
  documents: Documents,
  build: BuildOutwardQuery,
  google: ModelGateway | null,
): SearchEverywhere {
  return createSearch(placesFor(settings, documents, google), build);
}

export function placesFor(settings: Settings, documents: Documents, google: ModelGateway | null): Places {
  const { LIBRARY_DIR, PERPLEXITY_API_KEY, SEARCH_PUBLIC } = settings;
  const local = LIBRARY_DIR ? [createLibrary(LIBRARY_DIR, documents)] : [];
  const outward = [
    ...(PERPLEXITY_API_KEY ? [createPerplexity(PERPLEXITY_API_KEY)] : []),
    ...(google ? [createGeminiGrounding(google)] : []),
    ...(SEARCH_PUBLIC ? [createPubMed(), createEuropePmc(), createClinicalTrials()] : []),
  ];
  const off = [...(SEARCH_PUBLIC ? [] : [PUBLIC_IS_OFF]), ...(local.length + outward.length > 0 ? [] : [NO_LIBRARY])];
  return { local, outward, off };
}
