/** What sounds like an emergency and is none, and advice that would do harm in another emergency. */
import type { MessageClass } from './message-class.ts';

const QUIET = { neverRaises: ['any'] };

export const NO_ALARMS: readonly MessageClass[] = [
  {
    shows: 'a word with a second meaning raises nothing',
    each: QUIET,
    messages: [
      { text: 'I have had an ache between my shoulder blades since I moved the sofa.' },
      { text: 'We painted the bedroom in a dusky blue and I sneeze since then.' },
      { text: 'My knee clicks when I shoot hoops, should I rest it?' },
      { text: 'The deadline at work is killing me and I sleep badly.' },
    ],
  },
  {
    shows: 'things and animals raise nothing',
    each: QUIET,
    messages: [
      { text: 'My laptop is dead, it will not wake up and the fan is not breathing any air.' },
      {
        text: 'Our hamster is limp and not breathing.',
      },
      {
        text: 'The boiler collapsed on us and is bleeding water everywhere.',
      },
      { text: 'Can my dog have a seizure from eating chocolate? He ate some on Sunday and is fine.' },
    ],
  },
  {
    shows: 'fiction and homework raise nothing',
    each: QUIET,
    messages: [
      { text: 'In my novel the detective collapses with crushing chest pain. How long would an ambulance take?' },
      { text: 'For my biology homework: what happens in the body when a person has a stroke?' },
      {
        text: 'Last night on the soap the nurse overdosed on morphine, is that realistic?',
      },
      { text: 'I write a screenplay in which the hero bleeds out from his thigh. What would he feel?' },
    ],
  },
  {
    shows: 'tablets that are there and not taken raise nothing',
    each: QUIET,
    messages: [
      { text: '12 tablets in the box, not taken today yet' },
      { text: "10 pills left in the packet, I haven't taken any today." },
      { text: 'There are 28 tablets in the strip and I have not taken today’s.' },
    ],
  },
  {
    shows: 'a course raises nothing',
    each: QUIET,
    messages: [
      { text: 'On our first aid course we learned what to do when somebody is choking and turns blue.' },
      {
        text: 'My training next week covers cardiac arrest and severe bleeding, what should I read?',
      },
      {
        text: 'The instructor showed us how to treat anaphylaxis with a pen.',
      },
      { text: 'As a student midwife, which signs of haemorrhage should I know?' },
    ],
  },
  {
    shows: 'a general question raises nothing when an unrelated personal sentence stands before it',
    each: QUIET,
    messages: [
      { text: 'I went for a run this morning. What are the signs of a stroke?' },
      {
        text: 'I take vitamin D. How does anaphylaxis look?',
      },
      { text: 'My son is 12. What are the symptoms of meningitis?' },
      { text: 'I had a flu shot on Monday. Why do people faint in a heart attack?' },
    ],
  },
  {
    shows: 'aspirin is advised in no emergency that is not coronary',
    each: { raises: ['any'], neverSays: [/(?<!no )aspirin/i] },
    messages: [
      { text: 'Sudden tearing pain in my chest that shoots through to my back between the shoulders.' },
      { text: 'My face droops on one side and my chest feels odd, I cannot lift my right arm.' },
      { text: 'I was stabbed in the chest and it hurts to breathe.' },
      { text: 'Ripping chest pain into my belly, I know I have an aortic aneurysm.' },
    ],
  },
];
