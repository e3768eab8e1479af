/** What a sentence wants of a home: which devices, and what to do with them or to know about them. */
import { type Word, wordsIn } from './command.ts';

export type HomeWish = {
  /** What the user calls the device; empty: none was named. */
  name: string;
  /** Which kinds of device it can be about. */
  domains?: readonly string[];
  /** "All", "every", "both". */
  all: boolean;
  /** Missing: only the state is asked for. By domain where that decides. */
  act?: (domain: string) => { service: string; data: Record<string, unknown> } | null;
  /** "Turned on", for the answer. */
  done?: string;
};

const ON_OFF = ['light', 'switch', 'input_boolean', 'fan', 'climate', 'media_player', 'humidifier'];
const ALL: ReadonlySet<string> = new Set(['all', 'every', 'both']);
const QUESTION: ReadonlySet<string> = new Set('is are what which how was does do show list'.split(' '));
/** Words about the state, not the name, of what is asked after. */
const STATE_WORDS: ReadonlySet<string> = new Set(
  `is are what which how does do show list me my the a of on off open closed locked unlocked running playing state status device devices
   now right home house in at there i have warm cold hot much currently`.split(/\s+/),
);

export function readHomeWish(text: string): HomeWish | null {
  const words = wordsIn(text);
  const [head] = words;
  if (!head) return null;
  const said = words.map(({ word }) => word);
  const all = said.some((word) => ALL.has(word));
  if (QUESTION.has(head.word)) return { name: nameOf(words.filter(({ word }) => !STATE_WORDS.has(word))), all: true };
  const command = commandOf(head.word, words, text);
  return command && { ...command, all };
}

function commandOf(head: string, words: readonly Word[], text: string): Omit<HomeWish, 'all'> | null {
  const rest = words.slice(1);
  const named = (...without: string[]) => nameOf(rest.filter(({ word }) => !without.includes(word) && !isAmount(word)));
  const amount = amountIn(text);
  switch (head) {
    case 'turn':
    case 'switch': {
      const on = rest.some(({ word }) => word === 'on');
      const off = rest.some(({ word }) => word === 'off');
      if (on === off) return null;
      return {
        name: named('on', 'off'),
        domains: [...ON_OFF, ...(on ? ['scene'] : [])],
        act: () => ({ service: on ? 'turn_on' : 'turn_off', data: {} }),
        done: on ? 'on' : 'off',
      };
    }
    case 'dim':
    case 'brighten':
      return {
        name: named('to', 'percent'),
        domains: ['light'],
        act: () => ({ service: 'turn_on', data: { brightness_pct: amount ?? (head === 'dim' ? 30 : 100) } }),
        done: `at ${amount ?? (head === 'dim' ? 30 : 100)}%`,
      };
    case 'set':
      return amount === null
        ? null
        : setTo(named('to', 'percent', 'degrees', 'degree', 'temperature', 'volume', 'of'), amount);
    case 'open':
    case 'close':
      return {
        name: named(),
        domains: ['cover', 'lock'],
        act: (domain) => (domain === 'cover' ? { service: `${head}_cover`, data: {} } : null),
        done: head === 'open' ? 'open' : 'closed',
      };
    case 'lock':
    case 'unlock':
      return { name: named(), domains: ['lock'], act: () => ({ service: head, data: {} }), done: `${head}ed` };
    case 'play':
    case 'pause':
      return {
        name: named('on', 'music'),
        domains: ['media_player'],
        act: () => ({ service: `media_${head}`, data: {} }),
        done: head === 'play' ? 'playing' : 'paused',
      };
    case 'mute':
    case 'unmute':
      return {
        name: named(),
        domains: ['media_player'],
        act: () => ({ service: 'volume_mute', data: { is_volume_muted: head === 'mute' } }),
        done: `${head}d`,
      };
    case 'activate':
      return { name: named('scene'), domains: ['scene'], act: () => ({ service: 'turn_on', data: {} }), done: 'on' };
    default:
      return null;
  }
}

function setTo(name: string, amount: number): Omit<HomeWish, 'all'> {
  return {
    name,
    domains: ['climate', 'light', 'cover', 'media_player', 'fan', 'humidifier'],
    done: `set to ${amount}`,
    act(domain) {
      if (domain === 'climate') return { service: 'set_temperature', data: { temperature: amount } };
      if (domain === 'light') return { service: 'turn_on', data: { brightness_pct: amount } };
      if (domain === 'cover') return { service: 'set_cover_position', data: { position: amount } };
      if (domain === 'media_player') return { service: 'volume_set', data: { volume_level: amount / 100 } };
      if (domain === 'fan') return { service: 'turn_on', data: { percentage: amount } };
      return { service: 'set_humidity', data: { humidity: amount } };
    },
  };
}

function nameOf(words: readonly Word[]): string {
  return words
    .map(({ word }) => word)
    .filter((word) => !ALL.has(word) && !['the', 'my', 'our', 'a', 'an'].includes(word))
    .join(' ');
}

function isAmount(word: string): boolean {
  return /^\d+(?:[.,]\d+)?$/.test(word);
}

function amountIn(text: string): number | null {
  const found = /\d{1,3}(?:[.,]\d{1,2})?/.exec(text)?.[0];
  return found === undefined ? null : Number(found.replace(',', '.'));
}
