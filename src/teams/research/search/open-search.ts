/**
 * Which places are searched, by the settings: the team's own library where there is one; services with a key where there is a key; and
 * the free public ones where there is none, unless they are switched off.
 */
import type { ModelGateway } from '../../../engine/models/model.ts';
import type { Config } from '../../../platform/config.ts';
import { createClinicalTrials } from './clinical-trials.ts';
import { createEuropePmc } from './europe-pmc.ts';
import { createGeminiGrounding } from './gemini-grounding.ts';
import { createLibrary } from './library.ts';
import { createPerplexity } from './perplexity.ts';
import { createPubMed } from './pubmed.ts';
import type { SearchProvider } from './search.ts';
import { createSearch, type SearchEverywhere } from './search-everywhere.ts';

type Settings = Pick<Config, 'LIBRARY_DIR' | 'PERPLEXITY_API_KEY' | 'SEARCH_PUBLIC'>;

/** `google` is there where the search's model can use Google Search. */
export function openSearch(settings: Settings, google: ModelGateway | null): SearchEverywhere {
  return createSearch(placesFor(settings, google));
}

export function placesFor(settings: Settings, google: ModelGateway | null): SearchProvider[] {
  const { LIBRARY_DIR, PERPLEXITY_API_KEY, SEARCH_PUBLIC } = settings;
  const withKey = [
    ...(PERPLEXITY_API_KEY ? [createPerplexity(PERPLEXITY_API_KEY)] : []),
    ...(google ? [createGeminiGrounding(google)] : []),
  ];
  const free = withKey.length === 0 && SEARCH_PUBLIC ? [createPubMed(), createEuropePmc(), createClinicalTrials()] : [];
  return [...(LIBRARY_DIR ? [createLibrary(LIBRARY_DIR)] : []), ...withKey, ...free];
}
