/** Emergencies in other words, and the sentences around them that change nothing. */
import type { MessageClass } from './message-class.ts';
import { REFUSED } from './message-class.ts';

const ALARM = { raises: ['any'], neverSays: [REFUSED, /could not read a complaint/i] };

export const ALARMS: readonly MessageClass[] = [
  {
    shows: 'a harmless sentence about a course leaves the alarm standing',
    each: ALARM,
    messages: [
      { text: "BP is 70/38 and I feel like I'm going to faint. I am doing a first aid course next month." },
      {
        text: 'We signed up for a lifeguard class in spring. My husband has slurred speech and his left arm hangs down since ten minutes ago.',
        raises: ['stroke'],
      },
      {
        text: 'My throat is closing up and my lips are swelling after a prawn. I start nursing school in January.',
        raises: ['anaphylaxis'],
      },
      {
        text: 'I swallowed forty paracetamol tablets an hour ago. My sister is training to be a midwife.',
        raises: ['poisoning', 'suicidal_thoughts'],
      },
    ],
  },
  {
    shows: 'a sentence about the past leaves the alarm standing, with or without punctuation',
    each: ALARM,
    messages: [
      { text: 'I used to smoke. I have crushing chest pain that goes into my jaw.', raises: ['chest_pain'] },
      { text: 'vomiting bright red blood by the cupful since noon I had an ulcer years ago', raises: ['bleeding'] },
      {
        text: 'As a child I had croup. Now my little boy is fighting for breath and his lips are blue.',
        raises: ['breathing'],
      },
      { text: 'the whole right side of her face dropped just now she broke her hip in 2015', raises: ['stroke'] },
    ],
  },
  {
    shows: 'a burn that needs help raises an alarm',
    each: { ...ALARM, raises: ['burns'] },
    messages: [
      { text: 'The kettle went over my toddler, her whole chest is red and blistered.' },
      { text: 'Hot oil from the fryer splashed over both my hands and the skin is coming off.' },
      {
        text: 'My workmate got drain cleaner in his face, it is burnt white around the eye.',
        raises: ['burns', 'eye'],
      },
      { text: "hot water over the baby's legs, blisters" },
      {
        text: 'He grabbed a live cable and there is a black charred hole in his palm.',
      },
    ],
  },
  {
    shows: 'a baby that dries out raises an alarm',
    each: { ...ALARM, raises: ['dehydration_infant'] },
    messages: [
      { text: 'My 4 month old has had no wet nappy since last night and keeps throwing up her bottles.' },
      { text: 'Our baby boy, 7 weeks, cries without tears and the soft spot on his head is sunken.' },
      { text: 'Diarrhea for two days in my 9 month old, diaper dry for 14 hours and he is floppy and sleepy.' },
      { text: 'my newborn wont feed at all today and hasnt peed since yesterday', raises: ['any'] },
    ],
  },
  {
    shows: 'psychosis with danger raises an alarm',
    each: { ...ALARM, raises: ['psychosis', 'suicidal_thoughts', 'violence'] },
    messages: [
      { text: 'voices wont stop sayin jump, im on the roof rn' },
      { text: 'My son believes the neighbours poison him and he is walking around the house with a knife.' },
      {
        text: 'The radio is ordering me to hurt my mother and I do not think I can hold out.',
      },
      { text: 'my roommate hasnt slept in 5 days, says God told her to burn the flat down' },
    ],
  },
  {
    shows: 'fits that go on or come again raise an alarm',
    each: { ...ALARM, raises: ['unresponsive'] },
    messages: [
      { text: "I'm epileptic and the fits don't stop today" },
      { text: 'I stopped my seizure medicine and just had two fits' },
      { text: 'ran out of keppra yesterday, 3 fits since breakfast' },
      { text: "My daughter's seizures keep coming, the third one in an hour." },
    ],
  },
  {
    shows: 'a denial that is the danger itself, or says that nothing was ever so bad, raises an alarm',
    each: ALARM,
    messages: [
      { text: "She hasn't got a pulse.", raises: ['unresponsive'] },
      { text: 'Grandad fell and has not moved or spoken since.', raises: ['unresponsive'] },
      { text: "I've never had chest pain like this, crushing, and I am sweating.", raises: ['chest_pain'] },
      { text: 'never felt pain like this, the worst headache ever, all of a sudden', raises: ['stroke'] },
    ],
  },
  {
    shows: 'an animal in the sentence does not silence the alarm about a person',
    each: ALARM,
    messages: [
      { text: 'We have two cats and a tortoise and my daughter is having a seizure right now' },
      { text: "My son swallowed the dog's tablets." },
      { text: 'Her horse threw her and is fine but she is limp and not answering.' },
      { text: 'Our dog found mum on the floor, she is cold and not breathing.' },
    ],
  },
  {
    shows: 'a limb without blood raises an alarm',
    each: { ...ALARM, raises: ['limb'] },
    messages: [
      { text: 'My left foot went white and ice cold an hour ago and I cannot feel it.' },
      { text: "Dad's leg is suddenly pale, cold and very painful from the knee down." },
      { text: 'Since the cast was put on my fingers are blue, numb and cold and the pain gets worse and worse.' },
      { text: 'her arm turned cold and marble coloured this morning, no pulse at the wrist' },
    ],
  },
  {
    shows: 'a head injury with signs raises an alarm',
    each: { ...ALARM, raises: ['head_injury'] },
    messages: [
      { text: 'My daughter fell off the bunk bed onto her head and has thrown up three times since.' },
      { text: 'Got hit by a cricket ball on the temple, was out cold for a minute, now very drowsy.' },
      { text: 'Grandad takes warfarin and banged his head on the sink this morning, he is muddled now.' },
      { text: 'clear fluid is running out of his ear after he came off his motorbike' },
    ],
  },
  {
    shows: 'sudden loss of sight raises an alarm',
    each: { ...ALARM, raises: ['eye', 'stroke'] },
    messages: [
      { text: 'My right eye went black all of a sudden, like a curtain coming down.' },
      { text: 'Woke up and cannot see anything with my left eye, no pain at all.' },
      { text: 'mum says she lost the sight in one eye twenty minutes ago' },
      { text: 'Flashes of light, a shower of floaters and now a shadow over half of my vision since this morning.' },
    ],
  },
  {
    shows: 'signs of meningitis raise an alarm',
    each: { ...ALARM, raises: ['meningitis', 'sepsis'] },
    messages: [
      { text: 'High fever, stiff neck and the light hurts my eyes, I can hardly bend my head.' },
      { text: 'My student flatmate has a purple rash that stays when I press a glass on it, and a temperature.' },
      { text: 'our 3 year old is burning up, neck like a board, screams when we lift her legs' },
      { text: 'He is feverish, confused, cannot touch his chin to his chest and has spots that do not fade.' },
    ],
  },
  {
    shows: 'the wish to die in idiom raises an alarm',
    each: { ...ALARM, raises: ['suicidal_thoughts'] },
    messages: [
      { text: "I've written the letters and given the cat away, tonight it will be over." },
      { text: 'Everybody would be better off without me around.' },
      { text: 'i just want to go to sleep and never wake up again' },
      { text: 'My brother said he will check out for good on Sunday and he has bought the rope.' },
    ],
  },
  {
    shows: 'an emergency told with understatement raises an alarm',
    each: ALARM,
    messages: [
      { text: 'Bit of a nuisance, but my chest has felt rather tight for an hour and my left arm is heavy.' },
      { text: 'Slight problem: dad cannot quite get his words out and his smile looks a little crooked.' },
      { text: "Probably nothing, I've just coughed up a fair amount of blood twice." },
      { text: 'Not wanting to fuss, only I am a touch short of breath even sitting still and my lips look bluish.' },
    ],
  },
  {
    shows: 'an emergency with typing errors raises an alarm',
    each: ALARM,
    messages: [
      { text: 'my wife cant braethe and her lipps are bleu' },
      { text: 'crushng chesst pian for 20 mins, swaeting alot' },
      { text: 'he is unconcious and not brething' },
      { text: 'took a hole botle of sleping pils i want to dye' },
    ],
  },
  {
    shows: 'an emergency in the English of a second language or of a dialect raises an alarm',
    each: ALARM,
    messages: [
      { text: 'My father he fall down and mouth is going one side, he not speak.' },
      { text: 'Since one hour strong pain in breast, is going in the arm, I am sweat very much.' },
      { text: "Me bairn's no waking up and she's gone a funny grey colour." },
      { text: "Ma nan's took a bad turn, cannae shift her arm and she's talking pure rubbish." },
    ],
  },
];
