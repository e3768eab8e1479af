/**
 * Units as people write them. `unit` is how we show it, `ucum` its code in the Unified Code for Units of Measure. International
 * units are coded as enzyme units: UCUM cannot convert between the two, and within one test they are used as one.
 */
import { tableOf } from './table.ts';

export const UNIT_SPELLINGS = tableOf(
  ['unit', 'ucum', 'spellings'],
  `
mmHg | mm[Hg] | mm Hg, mm/Hg, millimeters of mercury, millimetres of mercury, mm of mercury
kPa | kPa | kilopascal, kilopascals
bpm | /min | beats per minute, beats a minute, beats/min, beats/minute, b/min, bts/min
breaths/min | /min | breaths per minute, breaths a minute, breaths/minute, br/min, /min
°C | Cel | ° C, ºC, degrees C, degree C, deg C, degC, degrees celsius, degree celsius, degrees centigrade, celsius, centigrade, C
°F | [degF] | ° F, ºF, degrees F, degree F, deg F, degF, degrees fahrenheit, degree fahrenheit, fahrenheit, F
% | % | percent, per cent, pct
kg | kg | kgs, kilo, kilos, kilogram, kilograms, kilogramme, kilogrammes
lb | [lb_av] | lbs, pound, pounds
st | [stone_av] | stone, stones
oz | [oz_av] | ounce, ounces
cm | cm | cms, centimeter, centimeters, centimetre, centimetres
m | m | meter, meters, metre, metres
in | [in_i] | inch, inches
ft | [ft_i] | feet, foot
kg/m2 | kg/m2 | kg/m^2, kg/m², kg per square meter
mg/dL | mg/dL | mg per dL, mg / dL, mgs/dL, milligrams per deciliter, mg/100mL, mg%
mmol/L | mmol/L | mmol / L, mmol per L, mmol per liter, mmol per litre, millimoles per liter, mmols/L, mmol, mM
mmol/mol | mmol/mol | mmol per mol
µmol/L | umol/L | umol/L, μmol/L, mcmol/L, micromol/L, micromoles per liter, umol, µmol
nmol/L | nmol/L | nanomoles per liter, nmol
pmol/L | pmol/L | picomoles per liter, pmol
mEq/L | meq/L | mEq per L, milliequivalents per liter
g/dL | g/dL | gm/dL, gms/dL, grams per deciliter, g per dL, g%
g/L | g/L | grams per liter, gm/L
mg/L | mg/L | milligrams per liter, mg per L
mg/g | mg/g | ug/mg, µg/mg, mcg/mg
mg/mmol | mg/mmol |
µg/dL | ug/dL | ug/dL, μg/dL, mcg/dL
µg/L | ug/L | ug/L, μg/L, mcg/L
µg/mL | ug/mL | ug/mL, μg/mL, mcg/mL
ng/mL | ng/mL | nanograms per milliliter, ng per mL
ng/dL | ng/dL | ng per dL
ng/L | ng/L |
pg/mL | pg/mL | pg per mL
U/L | U/L | IU/L, units/L, units per liter, units per litre, u / L
mIU/L | mU/L | mU/L
µIU/mL | uU/mL | uIU/mL, μIU/mL, mcIU/mL, uU/mL, µU/mL
mIU/mL | mU/mL | mU/mL
mL/min/1.73m2 | mL/min/{1.73_m2} | mL/min/1.73 m2, mL/min/1.73m², mL/min/1.73 m², mL/min/1.73m^2, mL/min/1.73 m^2, mL/min per 1.73 m2
mL/min | mL/min | ml per minute
L/min | L/min | liters per minute, litres per minute
10^9/L | 10*9/L | x10^9/L, x 10^9/L, ×10^9/L, 10e9/L, x10e9/L, ×10⁹/L, 10⁹/L, x10*9/L, 10*9/L, billion/L
10^12/L | 10*12/L | x10^12/L, x 10^12/L, ×10^12/L, 10e12/L, x10e12/L, ×10¹²/L, 10¹²/L, 10*12/L, trillion/L
10^3/µL | 10*3/uL | x10^3/uL, x10^3/µL, x10^3/mcL, 10^3/uL, x10e3/uL, 10e3/uL, 10*3/uL, K/uL, K/µL, K/mcL, K/mm3, thousand/uL, thou/uL, k
10^6/µL | 10*6/uL | x10^6/uL, x10^6/µL, 10^6/uL, x10e6/uL, 10*6/uL, M/uL, M/µL, M/mcL, million/uL, mil/uL
/µL | /uL | /uL, /mcL, cells/uL, cells/µL, cells/mcL, cells per microliter, per microliter, /mm3, cells/mm3
fL | fL | femtoliters
mm/h | mm/h | mm/hr, mm per hour, mm/hour
L/L | L/L |
INR | 1 |
`,
);
