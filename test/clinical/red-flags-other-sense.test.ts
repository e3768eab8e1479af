/** Words of an emergency in another sense, or of another time: no alarm. The same words in an emergency: an alarm. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';

type Kind = { calm: readonly string[]; alarms: readonly (readonly [string, string])[] };

const KINDS: Readonly<Record<string, Kind>> = {
  'a long-term sugar, an age and a type are no reading': {
    calm: [
      'omnipod user, type one, 31, a1c 7.1',
      'HbA1c 52 mmol/mol on my libre app, type 2',
      'T1, dexcom, hba1c is 48',
    ],
    alarms: [
      ['diabetes', 'a1c 9, meter reads 1.9'],
      ['diabetes', 'libre says 2.4, type one, 31, shaky and confused'],
      ['diabetes', 'type 1, pump, meter, 24, vomiting'],
    ],
  },
  'a medicine that a doctor gave instead of another': {
    calm: ['they put my mum on edoxaban instead of warfarin', 'the cardiologist gave me apixaban instead of warfarin'],
    alarms: [
      ['poisoning', 'the carer gave her warfarin instead of her iron tablets this morning'],
      ['poisoning', 'took his warfarin instead of my vitamins'],
    ],
  },
  'bloods that are tests': {
    calm: [
      '14 weeks pregnant with my second. Booking bloods: Hb 118, rubella immune',
      '20 weeks pregnant, my bloods came back fine',
      'pregnant, 31 weeks, bloods done on Monday',
    ],
    alarms: [
      ['pregnancy', '20 weeks pregnant and there are bloods in my underwear'],
      ['pregnancy', "pregnant, bloods were fine, but since noon I'm losing blood"],
    ],
  },
  'a fever in the name of a disease': {
    calm: [
      'Is the yellow fever jab safe at 65?',
      'hay fever is awful with a newborn at home',
      'cabin fever with our newborn',
    ],
    alarms: [
      ['sepsis', 'had the yellow fever jab, now a temperature of 40 and rigors'],
      ['infant_fever', 'fever in my 6 week old, 38.5, or is it hay fever?'],
      ['infant_fever', 'my 5 week old has hay fever they say but her temp is 38.6'],
    ],
  },
  'the reason of what was stopped long ago': {
    calm: [
      'was on edoxaban, stopped it myself at Christmas because of nosebleeds',
      'came off warfarin last year because of nosebleeds, on edoxaban now and fine',
      'switched from apixaban in March because of bleeding gums',
    ],
    alarms: [
      ['bleeding', 'stopped apixaban yesterday because of black stools'],
      ['bleeding', "came off warfarin last year because of nosebleeds, now back on it and the bleeding won't stop"],
      [
        'bleeding',
        "I stopped edoxaban at Christmas because of nosebleeds but today my nose is pouring blood and won't stop",
      ],
    ],
  },
  'skin that feels as if it burned': {
    calm: [
      "the spots are crusted but the skin there burns, can't bear my shirt on it",
      'my skin burns after shaving',
      "nerve pain: my foot burns at night, the skin can't bear the sheet",
    ],
    alarms: [
      ['burns', 'my skin burns and is blistering after hot oil went over my arm'],
      ['burns', 'skin on my hand is white and it burns, I grabbed the oven shelf'],
      ['burns', 'chip pan went up, my face burns and the skin is peeling'],
    ],
  },
  'heat or ice as a treatment, and a cold that was always so': {
    calm: [
      'lower back a bit stiff after gardening. heat or ice?',
      'twisted my ankle, it is stiff, ice or heat?',
      'My toes go white in the cold then red when warm, had it since school, doctor said raynauds. best gloves?',
    ],
    alarms: [
      ['heat_cold', 'found him in the snow, stiff and mumbling. heat or ice?'],
      ['heat_cold', 'ran a marathon in the heat and now he is confused and not sweating. Ice or water?'],
      ['heat_cold', 'fingers white and hard from the cold, had it for years but today they are numb and black'],
    ],
  },
  'an alarm that is bought or placed': {
    calm: [
      'thinking of getting a carbon monoxide alarm, where in the bedroom should it go',
      'which carbon monoxide detector is best for a caravan',
      'where do I mount a CO alarm in the hall?',
    ],
    alarms: [
      [
        'poisoning',
        "got a carbon monoxide alarm for the bedroom, it's been beeping since midnight and we both have headaches",
      ],
      ['poisoning', 'carbon monoxide detector is sounding'],
      ['poisoning', 'need a co alarm? we all have headaches and the boiler smells'],
    ],
  },
  'a baby that moves much': {
    calm: [
      'baby kicking like mad at 30 weeks, keeps me awake!! any pillow recommendations',
      "he's kicking loads at 28 weeks, can't sleep",
      'baby moving all night at 33 weeks haha',
    ],
    alarms: [
      ['pregnancy', "baby kicked like mad yesterday and hasn't moved at all today, 34 weeks"],
      ['pregnancy', 'baby was kicking loads, now no movement for a day, 35 weeks'],
      ['pregnancy', "kicking all night at 30 weeks and now I'm bleeding"],
    ],
  },
  'self-harm that is heard of at work': {
    calm: [
      "my job at the charity means hearing about self harm a lot, any tips for switching off? I'm okay myself, just tired",
      'at work we get training on self harm, how do I switch off?',
      'we had calls about self harm all day, I am tired',
    ],
    alarms: [
      ['suicidal_thoughts', "hearing about self harm all day at work and now I've cut myself badly"],
      ['suicidal_thoughts', 'training on self harm today made me want to kill myself'],
      ['suicidal_thoughts', 'I work at a mental health charity and I want to harm myself tonight'],
    ],
  },
  'the blind spot of a mirror': {
    calm: [
      'I get blind spots in my mirrors when driving, not my eyes lol',
      'blind spot mirrors for the car, any good?',
      'my van has a blind spot behind the mirror',
    ],
    alarms: [
      ['eye', 'I suddenly have a big blind spot and flashes in my right eye while driving'],
      ['eye', 'blind spot in my left eye since this morning, like a curtain'],
      ['eye', 'I have a blind spot in my vision since this morning'],
    ],
  },
  'the past, the news and a novel': {
    calm: [
      "When my brother was small he had febrile fits, he's 40 now. do kids always grow out of them?",
      "had a panic attack back in college, thought I was dying, haven't had one for years. what causes them really",
      'I saw on the news a footballer collapsed on the pitch, how often does that happen to young people?',
      'saw in the paper a runner collapsed at the finish, how common is that?',
      'writing a crime novel, my detective gets stabbed in chapter 9, how long would the ambulance chat be realistic',
    ],
    alarms: [
      ['unresponsive', "when my son was small he had fits, today he had another and won't wake up"],
      ['chest_pain', 'had a panic attack back in college, this is different, crushing chest pain down my arm now'],
      [
        'unresponsive',
        'saw on the news a footballer collapsed, now my dad has just collapsed on the floor watching it',
      ],
      ['breathing', 'a woman collapsed next to me at the gym, how common is that? she is not breathing'],
      ['bleeding', "I'm a novelist and I've been stabbed"],
      ['unresponsive', "writing a thriller when my husband collapsed, he's blue"],
    ],
  },
};

describe.each(Object.entries(KINDS))('%s', (_, { calm, alarms }) => {
  test.each(calm)('nothing: %s', (text) => {
    expect(familiesOf(text)).toEqual([]);
  });
  test.each(alarms)('%s: %s', (family, text) => {
    expect(familiesOf(text)).toContain(family);
  });
});

describe('more words in another sense', () => {
  test.each([
    [
      'my eyes are itchy and streaming every time i cut the grass',
      'cut my hand on the mower while cutting the grass, blood is streaming',
    ],
    ['the packet is in german and i cannot read it', 'suddenly i cannot read, the letters make no sense'],
    ['who do i ring about my blood test, the letter has no number', 'meter shows no number, just HI'],
    ['can i take my tablet in the morning instead of at night', 'took all my tablets in the morning instead of one'],
    [
      'used the inhaler 3 times today, he is playing and eating',
      'used the inhaler ten times today and he still cannot get his breath',
    ],
    [
      'numb toes both feet for like 2 months, pins and needles at night, sometimes burning',
      'he is 2 months old and burning up',
    ],
  ])('%s', (calm, alarm) => {
    expect(redFlags(calm)).toEqual([]);
    expect(redFlags(alarm)).not.toEqual([]);
  });
});

test.each([
  'his lips are blueish and he is breathing every now and then',
  'calf is tight since my knee operation and it hurts when i breathe in',
  'gave the cat to my neighbour, just waiting for it to get dark and then the bridge',
])('told quietly: %s', (text) => expect(redFlags(text)).not.toEqual([]));
