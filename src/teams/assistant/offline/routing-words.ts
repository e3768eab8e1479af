/**
 * Which words speak for which specialist, as data. `heads`: the word that a command or question begins with. `nouns`: words anywhere in
 * it, singular. The numbers are weights: a message goes to the specialist with the highest sum (route.ts), and 3 is enough.
 */
export type Specialist =
  | 'filesystem_agent'
  | 'memory_agent'
  | 'calendar_agent'
  | 'agentic_coder_agent'
  | 'home_assistant_agent'
  | 'todo_agent'
  | 'scout_agent'
  | 'axel_agent'
  | 'web_research_agent';

type Weights = Readonly<Record<string, number>>;

/** Among equals, the one that stands first. */
export const ROUTING_WORDS: readonly { agent: Specialist; heads: Weights; nouns: Weights }[] = [
  {
    agent: 'todo_agent',
    heads: weights(
      'remind 5, tick 4, add 3, buy 3, remove 3, done 3, bought 3, finished 3, complete 3, mark 3, clear 2, delete 3',
    ),
    nouns: weights('todo 4, to-do 4, list 3, task 3, shopping 2, grocery 2, reminder 3, chore 3, item 1'),
  },
  {
    agent: 'calendar_agent',
    heads: weights(
      'reschedule 5, schedule 4, book 3, cancel 3, postpone 4, add 2, move 3, delete 3, remove 3, what 1, when 3, do 1, am 1, anything 1, plan 1',
    ),
    nouns: weights(
      'calendar 4, appointment 4, meeting 4, agenda 4, diary 4, event 3, schedule 3, free 2, busy 2, available 2, slot 2',
    ),
  },
  {
    agent: 'memory_agent',
    heads: weights('remember 5, memorize 5, memorise 5, forget 5, recall 4, note 4, delete 1'),
    nouns: weights('memory 4, note 3, remember 3, remembered 3, know 2, me 1'),
  },
  {
    agent: 'home_assistant_agent',
    heads: weights(
      'turn 3, switch 3, dim 4, brighten 4, lock 3, unlock 4, mute 3, unmute 3, activate 2, close 2, play 2, pause 2, set 1, open 1',
    ),
    nouns: {
      ...weights(
        'light 3, lamp 3, thermostat 4, heating 4, heater 4, temperature 3, blind 3, curtain 3, shutter 3, door 3',
      ),
      ...weights(
        'garage 3, lock 3, locked 3, plug 3, socket 3, fan 3, tv 3, television 3, speaker 3, music 3, scene 3',
      ),
      ...weights('device 4, home 2, house 2, window 3, alarm 3, vacuum 3, humidifier 3, volume 3'),
    },
  },
  {
    agent: 'filesystem_agent',
    heads: weights(
      'save 3, append 4, read 3, write 2, list 1, show 1, search 1, find 1, open 1, create 1, add 1, put 1',
    ),
    nouns: weights('file 4, folder 4, directory 4, workspace 4, document 2, note 2'),
  },
  {
    agent: 'axel_agent',
    heads: weights('run 4, execute 5, calculate 5, compute 5, evaluate 4, eval 4'),
    nouns: weights('sandbox 4, snippet 3, code 2, script 2, program 1'),
  },
  {
    agent: 'agentic_coder_agent',
    heads: weights(
      'implement 4, refactor 5, debug 4, code 4, program 4, review 3, analyse 2, analyze 2, generate 2, write 1, build 1, fix 1',
    ),
    nouns: {
      ...weights(
        'code 3, function 3, class 3, script 3, module 2, program 3, algorithm 2, bug 3, endpoint 3, parser 3, regex 3',
      ),
      ...weights('ready 1, typescript 3, javascript 3, python 3, rust 3, java 3, golang 3, sql 2, api 2, unittest 3'),
    },
  },
  {
    agent: 'scout_agent',
    heads: weights(
      'design 5, architect 5, brainstorm 5, sketch 4, outline 4, plan 3, compare 3, explore 3, break 3, decompose 4, research 2',
    ),
    nouns: weights(
      'design 3, architecture 4, approach 3, tradeoff 3, trade-off 3, option 2, prototype 3, roadmap 4, step 2',
    ),
  },
  {
    agent: 'web_research_agent',
    heads: weights('google 5, browse 4, fetch 4, look 3, search 3, find 3, research 3, summarise 1, summarize 1'),
    nouns: weights(
      'web 4, internet 4, online 4, website 4, webpage 4, page 3, article 3, news 4, weather 4, source 2, library 3',
    ),
  },
];

/** What a command can begin with, for any of them. */
export const HEADS: ReadonlySet<string> = new Set(ROUTING_WORDS.flatMap(({ heads }) => Object.keys(heads)));

/** What a question begins with. */
export const QUESTION_HEADS: ReadonlySet<string> = new Set(
  'who what when where why which how is are was were am do does did can will has have any anything'.split(' '),
);

/** Questions about the world: research, if they are nobody else's. */
export const WORLD_QUESTIONS: ReadonlySet<string> = new Set('who what why which how where when'.split(' '));

/** What follows these is the user's own words, in which "and book a table" is no second command. */
export const CONTENT_HEADS: ReadonlySet<string> = new Set(
  'remember memorize memorise note remind save write append search find google research look design plan run execute'.split(
    ' ',
  ),
);

export const DAYS: ReadonlySet<string> = new Set(
  `today tonight tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday week weekend month january february march
   april june july august september october november december`.split(/\s+/),
);

/** Before the place where something goes: "to my list", "on the calendar". */
export const PREPOSITIONS: ReadonlySet<string> = new Set('to on in from off into onto'.split(' '));

/** Said for courtesy; it changes nothing. Longest first. */
export const COURTESIES: readonly (readonly string[])[] = [
  ...`i would like you to|i want you to|i need you to|i'd like you to|would you be so kind as to|would you mind|do me a favour and
     |do me a favor and|go ahead and|could you|can you|would you|will you|i would like to|i'd like to|i want to|help me to|help me|tell me|let me know|please
     |kindly|hey|hi|hello|ok|okay|so|well|now|then|also|and|just|dear|beto|right|alright|good morning|good evening`
    .split('|')
    .map((phrase) => phrase.trim().split(' ')),
].sort((a, b) => b.length - a.length);

export const CLOSING: readonly (readonly string[])[] =
  `thank you very much|thanks a lot|thank you|many thanks|thanks|thx|cheers|please
  |for me|would you|will you|could you|beto|now|if you can|when you can`
    .split('|')
    .map((phrase) => phrase.trim().split(' '))
    .sort((a, b) => b.length - a.length);

function weights(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [word = '', weight = '0'] = entry.trim().split(' ');
      return [word, Number(weight)];
    }),
  );
}
