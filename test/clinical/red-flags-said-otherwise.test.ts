/** The same emergency by another word, or of another person, is the same emergency. */
import { describe, expect, it } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

describe('a rarer word for a symptom alarms as the plain one does', () => {
  it.each([
    ['My newborn is vomiting green', 'My newborn is puking green'],
    ['Sudden severe headache, never had one like it', 'Sudden severe cephalgia, never had one like it'],
    ['He is very hot and has stopped sweating', 'He is very hot and has stopped perspiring'],
    ['His eye is bleeding after the fall', 'His eye is hemorrhaging after the fall'],
    ['perineal numbness since Friday', 'perineal hypoesthesia since Friday'],
    ['Sudden vision loss in one eye', 'Sudden visual loss in one eye'],
    ['My cut stopped bleeding and heals well', 'My cut stopped hemorrhaging and heals well'],
  ])('%s', (plain, rarer) => {
    expect(familiesOf(rarer)).toEqual(expect.arrayContaining(familiesOf(plain).slice(0, 1)));
    expect(familiesOf(rarer).length > 0).toBe(familiesOf(plain).length > 0);
  });
});

describe('what somebody else says or suffers alarms as the writer’s own does', () => {
  it.each([
    ['suicidal_thoughts', 'My sister says the kids would be better off without her'],
    ['suicidal_thoughts', "My son says he doesn't see the point of going on"],
    ['suicidal_thoughts', 'Our lodger took a blade to his arm'],
    ['violence', 'My niece said her stepfather touches her at night'],
    ['violence', 'My pupil told me her parents hit her'],
    ['violence', 'He beat her at home and pushed her to the floor'],
    ['breathing', "My son can't breathe after his run"],
    ['poisoning', 'Should my son drink milk? He swallowed a button battery'],
    ['poisoning', 'My 4-year-old swallowed a battery'],
    ['bleeding', "Big clots coming out of my mother's nose for two hours"],
  ])('%s: %s', (family, text) => {
    expect(familiesOf(text)).toContain(family);
  });

  it.each([
    'I am much better off without her',
    'She left him and is better off without him',
    'We had to end her suffering, she was a good dog',
    'My daughter cut her finger on paper',
    'My grandmother is in hospice and she is going to die soon',
    'My dad took his phone to the repair shop',
    'Can my daughter drink coffee with her vitamins?',
  ])('not %s', (text) => {
    expect(familiesOf(text)).toEqual([]);
  });
});
