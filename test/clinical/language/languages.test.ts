/** Messages in languages that the rules cannot read: told apart from English, answered in their own, and an emergency raises the alarm. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/clinical/language/languages.ts';
import { unreadLanguage } from '../../../src/clinical/language/unread-language.ts';
import { redFlags } from '../../../src/clinical/red-flags/red-flags.ts';
import { triage } from '../../../src/clinical/triage/triage.ts';
import { familyNames, phrasings } from '../../eval/cases/red-flags/phrasings.ts';
import { familiesOf } from '../../support/red-flags.ts';

/** An emergency and an everyday complaint in each language of the emergency table. */
const MESSAGES: readonly [language: string, family: string, emergency: string, everyday: string][] = [
  [
    'es',
    'breathing',
    'Me duele mucho el pecho y no puedo respirar',
    'Desde hace tres días tengo un poco de tos y mocos',
  ],
  [
    'de',
    'chest_pain',
    'Ich habe starke Brustschmerzen und bekomme keine Luft',
    'Seit drei Tagen habe ich etwas Husten und Schnupfen',
  ],
  ['fr', 'unresponsive', 'Mon mari est inconscient et il ne réagit plus', "J'ai un peu mal au genou depuis hier soir"],
  ['pt', 'stroke', 'A minha mãe tem o rosto torto e não consegue falar', 'Tenho uma dor leve no joelho há dois dias'],
  ['id', 'bleeding', 'Suami saya muntah darah sejak tadi malam', 'Saya batuk ringan sejak kemarin sore'],
  ['ru', 'breathing', 'Я не могу дышать и у меня давит в груди', 'У меня уже два дня немного болит колено'],
  ['zh', 'chest_pain', '我爸爸胸口很痛，而且喘不过气', '我从昨天开始有点咳嗽'],
  ['hi', 'chest_pain', 'मेरे सीने में बहुत दर्द हो रहा है', 'मुझे दो दिन से हल्की खांसी है'],
  ['ur', 'unresponsive', 'میرے والد بے ہوش ہو گئے ہیں', 'مجھے دو دن سے ہلکی کھانسی ہے'],
  ['ar', 'suicidal_thoughts', 'لا أريد العيش بعد الآن وأفكر في الانتحار', 'لدي سعال خفيف منذ يومين'],
  ['bn', 'breathing', 'আমার বাবার শ্বাসকষ্ট হচ্ছে এবং বুকে ব্যথা', 'আমার দুই দিন ধরে হালকা কাশি'],
];

describe('a language that cannot be read', () => {
  it.each(MESSAGES)('%s: an emergency (%s) raises the alarm in that language', (language, family, emergency) => {
    const flags = redFlags(emergency, { timezone: 'Europe/Berlin' });
    expect(flags.map((flag) => flag.family)).toContain(family);
    const alarm = (LANGUAGES.get(language)?.alarm ?? '').replace('{number}', '112');
    expect(flags.every(({ advice }) => advice === alarm)).toBe(true);
  });

  it.each(MESSAGES)('%s: is answered in that language and never refused', (language, _family, emergency, everyday) => {
    const reply = LANGUAGES.get(language)?.reply;
    for (const text of [emergency, everyday])
      expect(triage(text)).toMatchObject({ route: 'patient_consult', reply: expect.stringContaining(reply ?? '?') });
  });

  it.each(MESSAGES)('%s: an everyday complaint raises no alarm', (_language, _family, _emergency, everyday) =>
    expect(redFlags(everyday)).toEqual([]),
  );

  it.each(MESSAGES)('%s: one sentence of it in an English message is still checked', (_language, family, emergency) => {
    const mixed = `Hello, my neighbour wrote this to me and I do not know what to do.\n${emergency}`;
    expect(familiesOf(mixed)).toContain(family);
    expect(triage(mixed).reply).toBeUndefined();
  });

  it.each([
    'Tengo tos pero no tengo dolor en el pecho',
    'Ich habe Husten aber keine Brustschmerzen seit gestern',
    'Кашель второй день, боли в груди нет',
  ])('what is denied raises no alarm: %s', (text) => expect(redFlags(text)).toEqual([]));

  it('is unknown where even its name is: the reply is English and names the number', () =>
    expect(triage('ฉันปวดหัวมากตั้งแต่เมื่อวาน').reply).toMatch(/^I can read only English so far\. .*\{number\}/));
});

describe('English', () => {
  it('is not taken for another language, in haste, in notes or with medical Latin', () => {
    const texts = familyNames().flatMap(phrasings);
    const taken = texts.filter((text) => triage(text).reply?.includes('I can read only English'));
    expect(taken.length / texts.length).toBeLessThan(0.001);
  });

  it.each(['cholecystectomy, appendicectomy, Raynaud, Sjögren', 'ramipril 5 mg po od', 'HI', 'status post ORIF tibia'])(
    '%s',
    (text) => expect(unreadLanguage(text)).toBeNull(),
  );
});

describe('the table of languages', () => {
  it.each([...LANGUAGES.values()])('$name: every text names the number to call', ({ reply, alarm }) => {
    expect(reply.match(/\{number\}/g)).toHaveLength(1);
    expect(alarm === '' || alarm.includes('{number}')).toBe(true);
  });
});
