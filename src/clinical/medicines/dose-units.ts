/**
 * What a dose is counted in, and how people and prescriptions write it: "500 mg", "two puffs", "10,000 units", "3 mg/kg/day",
 * "half a tablet". One place for the spellings, so that doses and drug strings read the same units.
 */
import { COUNT_WORDS, DIGITS } from '../quantities/numbers.ts';
import { ofWord } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';

const { source } = patternsOf('medicines', 'dose-units');

/** Spellings, and the way we show the unit. The first that fits a whole spelling wins. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:mcgs?|µg|μg|ug|micrograms?|microgrammes?)$/i, 'mcg'],
  [/^(?:mgs?|mgm|milligrams?|milligrammes?)$/i, 'mg'],
  [/^(?:gm|gms|g|grams?|grammes?)$/i, 'g'],
  [/^(?:ng|nanograms?)$/i, 'ng'],
  [/^(?:mls?|milliliters?|millilitres?|cc)$/i, 'mL'],
  [/^(?:iu|i\.u\.|ius|international\s{1,3}units?)$/i, 'IU'],
  [/^(?:units?|u|unt)$/i, 'units'],
  [/^(?:meq|milliequivalents?)$/i, 'mEq'],
  [/^(?:mmol|millimoles?)$/i, 'mmol'],
  [/^cgy$/i, 'cGy'],
  [/^gy$/i, 'Gy'],
  [/^(?:mci|millicuries?)$/i, 'mCi'],
  [/^(?:tablets?|tabs?)$/i, 'tablet'],
  [/^(?:capsules?|caps?)$/i, 'capsule'],
  [/^pills?$/i, 'pill'],
  [/^puffs?$/i, 'puff'],
  [/^(?:drops?|gtts?)$/i, 'drop'],
  [/^sprays?$/i, 'spray'],
  [/^(?:patch|patches)$/i, 'patch'],
  [/^(?:teaspoons?|teaspoonfuls?|tsp)$/i, 'teaspoon'],
  [/^(?:tablespoons?|tablespoonfuls?|tbsp)$/i, 'tablespoon'],
  [/^(?:gummy|gummies)$/i, 'gummy'],
  [/^lozenges?$/i, 'lozenge'],
  [/^(?:inhalations?)$/i, 'puff'],
  [/^(?:ampoules?|ampules?|amps?)$/i, 'ampoule'],
  [/^(?:sachets?|packets?)$/i, 'sachet'],
  [/^(?:suppository|suppositories)$/i, 'suppository'],
  [/^%$/, '%'],
];

/** Mass, volume, activity: what may follow a number directly, "500mg". */
export const AMOUNT_UNIT = source('AMOUNT_UNIT');

/** What is counted in pieces: "two puffs". */
export const PIECE_UNIT = source('PIECE_UNIT');

/** "1/2", "1½", "half a", "one and a half", "1 to 2", "1,000". */
export const PIECE_COUNT = source('PIECE_COUNT', { DIGITS, COUNT_WORDS });

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
const WORDS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3 };

export const doseUnit = ofWord((written): string => UNITS.find(([spelling]) => spelling.test(written))?.[1] ?? written);

/** "half a" -> 0.5, "1½" -> 1.5, "one and a half" -> 1.5; null where it is a plain number or a range. */
export function fractionOf(written: string): number | null {
  const text = written.trim().toLowerCase().replace(/\s+/g, ' ');
  const share = /^(\d+) ?\/ ?(\d+)$/.exec(text);
  if (share) return Number(share[1]) / Number(share[2]);
  const sign = /^(\d*)([½¼¾])$/.exec(text);
  if (sign) return Number(sign[1] || 0) + (FRACTIONS[String(sign[2])] ?? 0);
  const mixed = /^(one|two|three|\d+) and (?:a )?(half|quarter)$/.exec(text);
  if (mixed) return (WORDS[String(mixed[1])] ?? Number(mixed[1])) + (mixed[2] === 'half' ? 0.5 : 0.25);
  if (/^(?:a )?quarter/.test(text) || text === 'a quarter of a') return 0.25;
  return /^(?:a )?half/.test(text) ? 0.5 : null;
}
