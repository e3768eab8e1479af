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
    ['12 light-years and 20 kilowatt-hours', ['12 [ly]', '20 kW.h']],
    ['3 inches of water', ['3 [in_i]']],
    ['a wind of 5 kt, 2 megatonnes of ash', ['5 [kn_i]', '2 Mt']],
    ['ten kilos at 77 °K', ['10 kg', '77 K']],
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

describe('papers lose their signs on the way into text', () => {
  test.each([
    ['a vacuum of 10-6 mbar', ['0.000001 mbar']],
    ['grew for ~10 7 years', ['~10000000 a']],
    ['2 × 105 cells/mL', ['200000 /mL']],
    ['platelets 47 × 103 cells/µL', ['47000 /uL']],
    ['a plate of 50 × 105 mm', ['50 mm', '105 mm']],
    ['kept at 4◦C, then at 37 o C', ['4 Cel', '37 Cel']],
    ['melts at 64’C', ['64 Cel']],
    ['intake of 3.1 ± 0.4 l · day −1', ['3.1±0.4 L/d']],
    ['runners aged 20 29 years', ['20..29 a']],
    ['it fell (4 6 %)', ['4..6 %']],
    ['0.3 bis 0.5 Gew.-%', ['0.3..0.5 %']],
    ['5 kJ/(mol·K)', ['5 kJ/mol/K']],
    ['lines at 405, 488, 561 nm', ['405 nm', '488 nm', '561 nm']],
    ['a column of 4.6 mm, 5 µm beads', ['4.6 mm', '5 um']],
    ['a planet of 1.4 M⊕', ['1.4 [m_earth]']],
    ['y 3 (t) and y 4 (t)', ['3', '4']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    ['a pack of 10 5 mg tablets', ['10', '5 mg']],
    ['prednisolone 10-5 mg', ['5..10 mg']],
    ['took 2 5 mg pills', ['2', '5 mg']],
    ['took 3 x 200 mg', ['3', '200 mg']],
  ])('but doses stay what they are: %s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('a unit that stands before its number, or goes without saying', () => {
  test.each([
    ['pH 6.5–7.5', ['6.5..7.5 [pH]']],
    ['a pH in the range of 3.5 to 4.5', ['3.5..4.5 [pH]']],
    ['a five-and-a-half-hour flight', ['5.5 h']],
    ['3½ L, then 2 million L', ['3.5 L', '2000000 L']],
    ['it may take up to a week', ['<=1 wk']],
    ['34 weeks + 2 days', ['240 d']],
    ['at pH 5, 6 and 7', ['5 [pH]', '6 [pH]', '7 [pH]']],
    ['a woman of age 81', ['81 a']],
    ['aged 40-69', ['40..69 a']],
    ['aged 6-12 months', ['6..12 mo']],
    ['4 mg on day 3', ['4 mg', '3 d']],
    ['4 mg now, next month 3', ['4 mg', '3']],
    ['10 mg, and previous week 5', ['10 mg', '5']],
    ['3 degrees below zero', ['-3 deg']],
    ['negative 12 degrees Celsius', ['-12 Cel']],
    ['tested negative 3 days ago', ['3 d']],
    ['a quarter of a litre, quarter of an hour', ['0.25 L', '0.25 h']],
    ['1 litre over 8 hours', ['1 L', '8 h']],
    ['sleeps 11 hours per day', ['11 h']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('numbers that share a unit, a bracket or a power', () => {
  test.each([
    ['(20 ± 2) °C', ['20±2 Cel']],
    ['20 °C (± 2 °C)', ['20±2 Cel']],
    ['1 m ± 5 cm', ['100±5 cm']],
    ['(2.5 ± 0.3) × 10−3 s−1', ['0.0025±0.0003 /s']],
    ['a median of 5.1 (4.2–6.3) months', ['5.1 mo', '4.2..6.3 mo']],
    ['from 1 to 5 and from 10 to 20 mg/L', ['1..5 mg/L', '10..20 mg/L']],
    ['more than 10 but less than 20 kg', ['>10 kg', '<20 kg']],
    ['two or three hours', ['2 h', '3 h']],
    ['a two-to-three-hour drive', ['2..3 h']],
    ['45 minutes to an hour', ['0.75..1 h']],
    ['5 ft 6 in to 6 ft 1 in', ['66..73 [in_i]']],
    ['between 1 km and 500 m', ['500..1000 m']],
    ['zwischen 5 und 10 mm', ['5..10 mm']],
    ['co-amilofruse 5/40 mg', ['5 mg', '40 mg']],
    ['3/8 inch', ['0.375 [in_i]']],
    ['1h30 on the train', ['90 min']],
    ['I am 1m75', ['175 cm']],
    ['15 mg kg -1 day -1', ['15 mg/kg/d']],
    ['2.5 g/cm 3 and 3.1 g/cm 3', ['2.5 g/cm3', '3.1 g/cm3']],
    ['spun at 15,000 g for 5 min', ['15000', '5 min']],
    ['bake at 180C', ['180 Cel']],
    ['32+4 weeks pregnant', ['228 d']],
    ['2 and 1/2 cups', ['2.5 [cup_us]']],
    ['he is 6ft2, the room 60 ft2', ['74 [in_i]', '60 [ft_i]2']],
    ['a 6-foot-3 player', ['75 [in_i]']],
    ['a box of 10" x 12"', ['10 [in_i]', '12 [in_i]']],
    ['three hours, ten minutes', ['190 min']],
    ['seen at 15 months, 5-day diary', ['15 mo', '5 d']],
    ['once in two weeks, 14 days', ['2 wk', '14 d']],
    ['day 21 (plus or minus 2 days)', ['21±2 d']],
    ['at week 14, 5 people', ['14 wk', '5']],
    ['at week 3, 9 and 15', ['3 wk', '9 wk', '15 wk']],
    ['until week 9, and two years later', ['9 wk', '2 a']],
    ['two fifteen minute breaks', ['2', '15 min']],
    ['it is -5C', ['-5 Cel']],
    ['kept at 70-75F', ['70..75 [degF]']],
    ['kept at –80 °C', ['-80 Cel']],
    ['60° to 80° C', ['60..80 Cel']],
    ['20°, 25° and 30 °C', ['20 Cel', '25 Cel', '30 Cel']],
    ['pressed under 200 MPa at 1,500 r.p.m.', ['200 MPa', '1500 /min']],
    ['under 140 mmHg', ['<140 mm[Hg]']],
    ['a 5–year plan', ['5 a']],
    ['220 nm-320 nm', ['220..320 nm']],
    ['m.p. 131 °C -135 °C', ['131..135 Cel']],
    ['a temperature of 77K, platelets 150K', ['77 K', '150000']],
    ['a 0.2-M solution in 2-D', ['0.2 mol/L', '2']],
    ['the lowest point 35 minutes later', ['35 min']],
    ['not to exceed 40 mg, 30 s or longer, 2 hours at most', ['<=40 mg', '>=30 s', '<=2 h']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

test('a degree is one of heat unless its words speak of angles', () => {
  const dimensions = (text: string) => findQuantities(text).map(({ dimension }) => dimension);
  expect(dimensions('a cone 45° wide')).toEqual(['angle']);
  expect(dimensions('a solar elongation of 60°')).toEqual(['angle']);
  expect(dimensions('temp of 101 °')).toEqual(['temperature']);
  expect(dimensions('his temperature was 101° from noon')).toEqual(['temperature']);
});

describe('a long text of nothing but', () => {
  test.each([
    ['figures', '1'.repeat(20_000), 0],
    ['spaces', `5${' '.repeat(20_000)}mg`, 1],
    ['commas', '1,'.repeat(10_000), 10_000],
    ['strokes', 'mg/'.repeat(7000), 0],
    ['brackets', 'mg/('.repeat(5000), 0],
    ['powers of ten', '10 5 '.repeat(5000), 10_000],
    ['ages', 'age 5 '.repeat(4000), 4_000],
    ['dashes', '5-'.repeat(10_000), 5_000],
    ['words', 'a hundred and '.repeat(1500), 1_500],
    ['quotes', '5" '.repeat(7000), 7_000],
    ['comparisons', `${'less than '.repeat(2000)}5 mg`, 1],
  ])('%s is read to its end', (_, text, count) => expect(findQuantities(text)).toHaveLength(count));
});
