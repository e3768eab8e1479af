import { describe, expect, test } from 'vitest';
import { findQuantities, type Quantity } from '../../src/clinical/quantities/find-quantities.ts';

const number = ({ value, low, high, second, tolerance, comparator, approximate }: Quantity) =>
  [
    approximate ? '~' : '',
    comparator ?? '',
    value ?? `${low}..${high}`,
    second === undefined ? '' : `/${second}`,
    tolerance === undefined ? '' : `±${tolerance}`,
  ].join('');
/** "6.5 mmol/L": number and UCUM code; a number alone where there is no unit. */
const read = (text: string) =>
  findQuantities(text).map((found) => (found.ucum ? `${number(found)} ${found.ucum}` : number(found)));

describe('a number and its unit are read as people write them', () => {
  test.each([
    ['paracetamol 500mg', ['500 mg']],
    ['a dose of 1,250.5 mg', ['1250.5 mg']],
    ['sugar 6,5 mmol/l', ['6.5 mmol/L']],
    ['6.5 %', ['6.5 %']],
    ['seventy five percent', ['75 %']],
    ['0,125 mg of digoxin', ['0.125 mg']],
    ['98.6F', ['98.6 [degF]']],
    ['38.2 C', ['38.2 Cel']],
    ['101.3 degrees', ['101.3 deg']],
    ['40 °C', ['40 Cel']],
    ['98.6 degrees Fahrenheit', ['98.6 [degF]']],
    [`I am 5'11"`, ['71 [in_i]']],
    ['he is 5 ft 11', ['71 [in_i]']],
    ['she is five foot two', ['62 [in_i]']],
    ['12 stone 4', ['172 [lb_av]']],
    ['8 lb 3 oz at birth', ['131 [oz_av]']],
    ['WBC 11.2 x 10^9/L', ['11.2 10*9/L']],
    ['platelets 52 × 109/L', ['52 10*9/L']],
    ['platelets 210 K/uL', ['210 10*3/uL']],
    ['12,000 cells/mm3', ['12000 /mm3']],
    ['norepinephrine 0.05 mcg/kg/min', ['0.05 ug/kg/min']],
    ['a level of 90 mg per dL', ['90 mg/dL']],
    ['eGFR 58 mL/min/1.73 m2', ['58 mL/min/{1.73_m2}']],
    ['VO2 38 ml kg-1 min-1', ['38 mL/kg/min']],
    ['3 x 10-5 M', ['0.00003 mol/L']],
    ['a 12-hour shift', ['12 h']],
    ['72 beats per minute', ['72 /min']],
    ['5 000 IU', ['5000 [IU]']],
    ['2.5 million units', ['2500000 U']],
    ['blood pH 7.31', ['7.31 [pH]']],
    ['a cup of tea and a pound of sugar', ['1 [cup_us]', '1 [lb_av]']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('numbers in words and parts', () => {
  test.each([
    ['BP one twenty over eighty', ['120/80']],
    ['a hundred and one', ['101']],
    ['one oh one point three', ['101.3']],
    ['ninety eight point six', ['98.6']],
    ['two thousand and fifteen steps', ['2015']],
    ['two and a half hours', ['2.5 h']],
    ['half a tablet', ['0.5 {tbl}']],
    ['1/2 tablet', ['0.5 {tbl}']],
    ['2½ tsp', ['2.5 [tsp_us]']],
    ['2 1/2 cups', ['2.5 [cup_us]']],
    ['three quarters of an hour', ['0.75 h']],
    ['an hour and a half', ['1.5 h']],
    ['an hour and 20 minutes', ['80 min']],
    ['two (2) tablets', ['2 {tbl}']],
    ['a couple of weeks', ['~2 wk']],
    ['a few days', ['~3 d']],
    ['for a week', ['1 wk']],
    ['twice a day', []],
    ['3 times a day', ['3 /d']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('ranges, bounds and lists', () => {
  test.each([
    ['3-5 days', ['3..5 d']],
    ['3 to 5 days', ['3..5 d']],
    ['between 3 and 5 mg', ['3..5 mg']],
    ['from 2 mg to 4 mg', ['2..4 mg']],
    ['30 minutes to 2 hours', ['0.5..2 h']],
    ['my dose was raised from 5 mg to 10 mg', ['5 mg', '10 mg']],
    ['10 ± 2 mg', ['10±2 mg']],
    ['<5 mg/L', ['<5 mg/L']],
    ['at least 3 days', ['>=3 d']],
    ['no more than 4 g', ['<=4 g']],
    ['over 40 degrees', ['>40 deg']],
    ['65 years or older', ['>=65 a']],
    ['about 70 kg', ['~70 kg']],
    ['5, 10 and 20 mg', ['5 mg', '10 mg', '20 mg']],
    ['a nodule of 3 x 4 cm', ['3 cm', '4 cm']],
    ['BP 142/91 mmHg', ['142/91 mm[Hg]']],
    ['valsartan 160/25 mg', ['160 mg', '25 mg']],
    ['140 by 90', ['140/90']],
    ['a bed of 150 by 60 cm', ['150 cm', '60 cm']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test('the offsets are those of the number and its unit', () => {
    const text = 'It was at least 38.5 °C, maybe more.';
    const [found] = findQuantities(text);
    expect(text.slice(found?.start, found?.end)).toBe('38.5 °C');
    expect(text.slice(found?.comparisonStart, found?.end)).toBe('at least 38.5 °C');
    expect(found).toMatchObject({ unit: '°C', dimension: 'temperature' });
  });
});

describe('what is no unit is not read as one', () => {
  test.each([
    ['at 7 pm I took 2 in the morning', ['7', '2']],
    ['Na 140 K 4.1 Cl 102 Mg 2.0', ['140', '4.1', '102', '2']],
    ['vitamin B12 and COVID-19', []],
    ['the 90s and the 21st century', []],
    ['on 3/4/2021 at 12:30', []],
    ['two moles on my back and one foot', ['2', '1']],
    ['I need a second opinion', []],
    ['13C NMR', []],
    ['open 24 h a day', ['24 h']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('nothing that people paste in costs more than a moment', () => {
  test.each([
    ['figures', '1'.repeat(20_000)],
    ['spaces', `5${' '.repeat(20_000)}mg`],
    ['commas', '1,'.repeat(10_000)],
    ['strokes', 'mg/'.repeat(7000)],
    ['dashes', '5-'.repeat(10_000)],
    ['words', 'a hundred and '.repeat(1500)],
    ['quotes', '5" '.repeat(7000)],
    ['comparisons', `${'less than '.repeat(2000)}5 mg`],
  ])('%s', (_, text) => {
    // The processor's time and not the clock's: the machine may be busy.
    const start = process.cpuUsage();
    findQuantities(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });
});
