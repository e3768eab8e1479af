/**
 * What a date or a number means where somebody lives: 3/4 is the third of April in most of the world, in the south July is winter, and
 * a bilirubin of 12 is normal in London and a jaundice in New York.
 */
import { memoized } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { KEPT_ZONES } from './local-time.ts';

const { pattern } = patternsOf('dates', 'customs');

/** `molar`: laboratories print results in moles and grams a litre; `pounds`: the unit of body weight. Left out where both are usual. */
export type UnitCustoms = { molar?: boolean; pounds?: boolean };
export type Customs = UnitCustoms & { dayFirst: boolean; southern: boolean };

/** The United States, Canada and the Philippines write the month first. So does who gives no place. */
const MONTH_FIRST = pattern('MONTH_FIRST', '');
const PLACE = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const SOUTHERN = pattern('SOUTHERN', '');
const MOLAR = pattern('MOLAR', '');
const MASS = pattern('MASS', '');
const POUNDS =
  /^(?:America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Indiana|Kentucky|Puerto_Rico)|Pacific\/Honolulu)\b/;
const KILOS =
  /^(?:Asia\/(?!Manila)|Australia\/|Pacific\/Auckland|Africa\/|Europe\/(?!London|Belfast|Dublin|Jersey|Guernsey|Isle_of_Man))/;

const MOLES = /[a-zµμ]mol\s?\/\s?l\b/i;
const GRAMS = /\b(?:mg|g|ng|[uµμm]c?g)\s?\/\s?dl\b/i;

/** Values of one message come from one laboratory: the unit that stands beside one of them decides for those without. */
export function customsOf(text: string, timezone: string): Customs {
  const customs = customsIn(timezone);
  if (!text.includes('/')) return customs;
  const [moles, grams] = [MOLES.test(text), GRAMS.test(text)];
  return moles === grams ? customs : { ...customs, molar: moles };
}

export const customsIn = memoized((timezone): Customs => {
  const [molar, pounds] = [MOLAR.test(timezone), POUNDS.test(timezone)];
  return {
    dayFirst: PLACE.test(timezone) && !MONTH_FIRST.test(timezone),
    southern: SOUTHERN.test(timezone),
    ...((molar || MASS.test(timezone)) && { molar }),
    ...((pounds || KILOS.test(timezone)) && { pounds }),
  };
}, KEPT_ZONES);
