/**
 * Which places are searched, by the settings: the team's own library where there is one; services with a key where there is a key; and
 * the free public ones where there is none, unless they are switched off.
 */
import type { Model } from '../../../engine/models/model.ts';
import type { Config } from '../../../platform/config.ts';
import { createClinicalTrials } from './clinical-trials.ts';
import { createEuropePmc } from './europe-pmc.ts';
import { createGeminiGrounding } from './gemini-grounding.ts';
import { createLibrary } from './library.ts';
import { createPerplexity } from './perplexity.ts';
import { createPubMed } from './pubmed.ts';
import type { SearchProvider } from './search.ts';
import { createSearch, type SearchEverywhere } from './search-everywhere.ts';

type Settings = Pick<
  Config,
  'LIBRARY_DIR' | 'PERPLEXITY_API_KEY' | 'GEMINI_API_KEY' | 'GEMINI_BASE_URL' | 'SEARCH_PUBLIC'
>;

export function openSearch(settings: Settings, _model: Model): SearchEverywhere {
  return createSearch(placesFor(settings));
}

export function placesFor(settings: Settings): SearchProvider[] {
  const { LIBRARY_DIR, PERPLEXITY_API_KEY, GEMINI_API_KEY, GEMINI_BASE_URL, SEARCH_PUBLIC } = settings;
  const withKey = [
    ...(PERPLEXITY_API_KEY ? [createPerplexity(PERPLEXITY_API_KEY)] : []),
    ...(GEMINI_API_KEY ? [createGeminiGrounding(GEMINI_API_KEY, GEMINI_BASE_URL)] : []),
  ];
  const free = withKey.length === 0 && SEARCH_PUBLIC ? [createPubMed(), createEuropePmc(), createClinicalTrials()] : [];
  return [...(LIBRARY_DIR ? [createLibrary(LIBRARY_DIR)] : []), ...withKey, ...free];
}
