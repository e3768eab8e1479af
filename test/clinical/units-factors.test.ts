import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { observationType } from '../../src/clinical/observations/observation-types.ts';
import { convertUcum } from '../../src/clinical/quantities/convert.ts';
import { UNIT_SPELLINGS } from '../../src/clinical/quantities/unit-spellings.ts';
import { OBSERVATIONS } from '../../src/clinical/vocabulary/observations.ts';

type Ucum = {
  convertUnitTo(
    from: string,
    value: number,
    to: string,
    options?: { molecularWeight?: number; charge?: number },
  ): { toVal: number | null };
};
const { UcumLhcUtils } = createRequire(import.meta.url)('@lhncbc/ucum-lhc') as {
  UcumLhcUtils: { getInstance(): Ucum };
};
const reference = UcumLhcUtils.getInstance();
const code = (unit: string) => UNIT_SPELLINGS.find((row) => row.unit === unit)?.ucum ?? unit;

describe('our own factors are those of the reference library', () => {
  test('for every unit of every observation, moles and charges included', () => {
    let compared = 0;
    for (const { name } of OBSERVATIONS) {
      const type = observationType(name);
      if (!type) continue;
      const { molecularWeight, charge } = type;
      const chemistry = { ...(molecularWeight ? { molecularWeight } : {}), ...(charge ? { charge } : {}) };
      for (const unit of type.otherUnits) {
        const theirs = reference.convertUnitTo(code(unit), 7.3, code(type.unit), chemistry).toVal;
        const ours = convertUcum(7.3, code(unit), code(type.unit), chemistry);
        if (theirs === null || ours === null) continue;
        compared += 1;
        expect(ours / theirs, `${name}: ${unit} to ${type.unit}`).toBeCloseTo(1, 4);
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  /** The library is slow to load, so an ordinary message must not need it. What is missing here has a factor of its own. */
  test('no observation needs the library', () => {
    const needed = OBSERVATIONS.flatMap(({ name }) => {
      const type = observationType(name);
      const { molecularWeight, charge } = type ?? {};
      const chemistry = { ...(molecularWeight ? { molecularWeight } : {}), ...(charge ? { charge } : {}) };
      return (type?.otherUnits ?? [])
        .filter((unit) => convertUcum(1, code(unit), code(String(type?.unit)), chemistry) === null)
        .map((unit) => `${name} ${unit}`);
    });
    expect(needed).toEqual(['Insulin level pmol/L', 'Urine albumin-creatinine ratio mg/mmol']);
  });

  test.each([
    ['[lb_av]', 'kg'],
    ['[stone_av]', 'kg'],
    ['[oz_av]', 'g'],
    ['[gr]', 'mg'],
    ['[in_i]', 'cm'],
    ['[ft_i]', 'm'],
    ['[yd_i]', 'm'],
    ['[mi_i]', 'km'],
    ['[gal_us]', 'L'],
    ['[cup_us]', 'mL'],
    ['[foz_us]', 'mL'],
    ['[tbs_us]', 'mL'],
    ['[tsp_us]', 'mL'],
    ['[degF]', 'Cel'],
    ['Cel', '[degF]'],
    ['K', 'Cel'],
    ['mm[Hg]', 'kPa'],
    ['cm[H2O]', 'mm[Hg]'],
    ['[psi]', 'kPa'],
    ['atm', 'bar'],
    ['kcal', 'kJ'],
    ['wk', 'd'],
    ['mo', 'd'],
    ['a', 'd'],
    ['ug/kg/min', 'mg/kg/h'],
    ['10*3/uL', '10*9/L'],
    ['/mm3', '10*9/L'],
    ['mg/dL', 'g/L'],
    ['L/min', 'mL/s'],
    ['kat', 'U'],
    ['km/h', 'm/s'],
    ['[ppm]', '%'],
  ])('%s to %s', (from, to) => {
    const theirs = reference.convertUnitTo(from, 3.7, to).toVal as number;
    expect((convertUcum(3.7, from, to) as number) / theirs).toBeCloseTo(1, 4);
  });

  test('what measures something else is not converted, and what is not known is left to the library', () => {
    expect(convertUcum(5, 'mg', 'mL')).toBeNull();
    expect(convertUcum(5, 'mg/dL', 'mmol/L')).toBeNull();
    expect(convertUcum(5, '[furlong]', 'm')).toBeNull();
  });
});
