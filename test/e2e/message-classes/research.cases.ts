/** The research team by word: news is told to whoever asks, an agent is steered, and small talk starts nothing. */
import type { MessageClass } from './message-class.ts';

const STARTED = /set a new agent to work/i;
const BLANK = /What shall I have followed/i;
const WATCH = 'Research new treatments for Duchenne muscular dystrophy and keep me updated weekly';

export const RESEARCHED: readonly MessageClass[] = [
  {
    shows: 'a word about a running agent is not taken for a new topic',
    each: { team: 'research', neverSays: [BLANK, STARTED] },
    messages: [
      { before: [WATCH], text: 'Stop the weekly updates', says: [/paus|stop|no more|cancel/i] },
      { before: [WATCH], text: 'How is the Duchenne research going?', says: [/Duchenne/i] },
      { before: [WATCH], text: 'email me the report', says: [/mail|address/i] },
      { before: [WATCH], text: 'thanks' },
      {
        before: [WATCH],
        text: 'Please do not send me those every week any more.',
        says: [/paus|stop|no more|cancel/i],
      },
      { before: [WATCH], text: 'Anything new on DMD yet?', says: [/Duchenne|DMD/i] },
      { before: [WATCH], text: 'can you send what you have to my inbox', says: [/mail|address/i] },
      { before: [WATCH], text: 'great, cheers' },
    ],
  },
  {
    shows: 'who the user is goes into the profile and starts no agent',
    each: { team: 'research', neverSays: [STARTED] },
    messages: [
      { text: 'I practise paediatric neurology in Leeds' },
      { text: 'I work as a renal nurse in Cork.' },
      { text: 'My clinic sees mostly children with cystic fibrosis.' },
      { text: "I'm a GP trainee with an interest in heart failure." },
    ],
  },
  {
    shows: 'a requirement and a class of medicines are read from the request',
    each: { team: 'research', says: [STARTED] },
    messages: [
      { text: 'SGLT2 inhibitors in CKD, phase 3 trials only', neverSays: [/apixaban/i] },
      { text: 'GLP-1 agonists in heart failure, randomised trials since 2022' },
      { text: 'Find systematic reviews on statins in people over 75' },
      { text: 'Track phase 2 trials of CAR-T in lupus' },
    ],
  },
];
