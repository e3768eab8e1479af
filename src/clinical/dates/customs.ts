/**
 * What a date or a number means where somebody lives: 3/4 is the third of April in most of the world, in the south July is winter, and
 * a bilirubin of 12 is normal in London and a jaundice in New York.
 */
import { memoized } from '../text/cache.ts';

/** `molar`: laboratories print results in moles and grams a litre; `pounds`: people weigh themselves in them. Left out where both are done. */
export type UnitCustoms = { molar?: boolean; pounds?: boolean };
export type Customs = UnitCustoms & { dayFirst: boolean; southern: boolean };

/** The United States, Canada and the Philippines write the month first. So does who gives no place. */
const MONTH_FIRST =
  /^(?:America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Juneau|Nome|Adak|Boise|Detroit|Menominee|Indiana|Kentucky|North_Dakota|Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton|Puerto_Rico)|Pacific\/(?:Honolulu|Guam|Pago_Pago)|Asia\/Manila)\b/;
const PLACE = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const SOUTHERN =
  /^(?:Australia\/|Antarctica\/|Pacific\/(?:Auckland|Chatham|Fiji|Noumea|Tongatapu)|America\/(?:Argentina|Buenos_Aires|Sao_Paulo|Santiago|Montevideo|Asuncion|La_Paz|Lima|Campo_Grande|Cuiaba)|Africa\/(?:Johannesburg|Harare|Maputo|Windhoek|Gaborone|Lusaka|Maseru|Mbabane|Blantyre)|Indian\/(?:Mauritius|Reunion|Antananarivo))/;
const MOLAR =
  /^(?:Europe\/(?:London|Belfast|Dublin|Jersey|Guernsey|Isle_of_Man|Amsterdam|Stockholm|Oslo|Copenhagen|Helsinki|Prague|Bratislava|Zagreb|Sofia)|Australia\/|Pacific\/Auckland|America\/(?:Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton)|Africa\/Johannesburg|Asia\/(?:Hong_Kong|Singapore|Kuala_Lumpur|Shanghai))/;
const MASS =
  /^(?:America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Indiana|Kentucky|Puerto_Rico|Mexico_City)|Pacific\/Honolulu|Asia\/(?:Kolkata|Calcutta|Karachi|Dhaka|Manila|Tokyo|Seoul|Jakarta|Riyadh|Dubai)|Europe\/(?:Madrid|Rome|Athens|Lisbon)|Africa\/(?:Cairo|Lagos|Nairobi|Accra))/;
const POUNDS =
  /^(?:America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Indiana|Kentucky|Puerto_Rico)|Pacific\/Honolulu)\b/;
const KILOS =
  /^(?:Asia\/(?!Manila)|Australia\/|Pacific\/Auckland|Africa\/|Europe\/(?!London|Belfast|Dublin|Jersey|Guernsey|Isle_of_Man))/;

export const customsIn = memoized((timezone): Customs => {
  const [molar, pounds] = [MOLAR.test(timezone), POUNDS.test(timezone)];
  return {
    dayFirst: PLACE.test(timezone) && !MONTH_FIRST.test(timezone),
    southern: SOUTHERN.test(timezone),
    ...((molar || MASS.test(timezone)) && { molar }),
    ...((pounds || KILOS.test(timezone)) && { pounds }),
  };
});
