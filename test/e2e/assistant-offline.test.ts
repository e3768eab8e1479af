/** The assistant without a model, through the HTTP API: Beto routes plain commands, and the specialists really do them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { HOME, type HomeServer, startHomeServer } from '../support/home-assistant-server.ts';

let fleet: Fleet;
let home: HomeServer;

beforeAll(async () => {
  home = await startHomeServer(HOME);
  fleet = await startFleet({ env: { HOME_ASSISTANT_URL: home.url, HOME_ASSISTANT_TOKEN: home.token } });
});

afterAll(async () => {
  await fleet.close();
  await home.close();
});

const say = (text: string, user = 'anna', more: Record<string, unknown> = {}) =>
  fleet.say(text, { team: 'assistant', user_id: user, patient_id: undefined, ...more });

/** Who handed over to whom, from the turn's events. */
async function handOvers(turnId: string): Promise<string[]> {
  const events = await fleet.events(turnId);
  return events
    .filter(({ kind }) => kind === 'transfer')
    .map(({ data }) => `${String(data.from)} -> ${String(data.to)}`);
}

describe('files', () => {
  test('a note is saved, read, extended, found and listed', async () => {
    expect(await say('Save a note called ideas.md: a garden with figs')).toMatchObject({
      status: 'completed',
      reply: 'Saved ideas.md.',
      agent: 'filesystem_agent',
    });
    expect((await say('Beto, please append "and a bench" to ideas.md')).reply).toBe('Added it to ideas.md.');
    expect((await say('read ideas.md')).reply).toBe('ideas.md:\n\na garden with figs\nand a bench');
    expect((await say('search my files for figs')).reply).toBe('- ideas.md, line 1: a garden with figs');
    expect((await say('list my files')).reply).toContain('- ideas.md (');
    expect((await say('list my files', 'berta')).reply).toBe('You have no files yet.');
  });

  test('a file that is not there is said to be missing', async () => {
    expect((await say('read nothing.md')).reply).toMatch(/no|not/i);
  });
});

describe('home', () => {
  test('a light is turned on by its name', async () => {
    expect(await say('turn on the kitchen light')).toMatchObject({
      reply: 'Kitchen Light is on.',
      agent: 'home_assistant_agent',
    });
    expect(home.stateOf('light.kitchen_ceiling')?.state).toBe('on');
  });

  test('the thermostat is set, and its state is told', async () => {
    expect((await say('set the thermostat to 21')).reply).toBe('Thermostat is set to 21.');
    expect(home.stateOf('climate.living_room')?.attributes.temperature).toBe(21);
    expect((await say('is the front door locked?')).reply).toBe('Front Door: locked.');
  });

  test('a name that fits two devices is asked about, and nothing is switched', async () => {
    const before = home.requests.length;
    expect((await say('turn on the bedroom lamp')).reply).toBe(
      'Which one do you mean: Bedroom Lamp Left or Bedroom Lamp Right?',
    );
    expect(home.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
    expect((await say('turn on all bedroom lamps')).reply).toBe('Bedroom Lamp Left is on. Bedroom Lamp Right is on.');
  });

  test('the answer to a question of the home goes back to the home', async () => {
    const session_id = 'lamps';
    await say('turn off all bedroom lamps', 'anna', { session_id });
    expect((await say('please turn on the bedroom lamp', 'anna', { session_id })).reply).toMatch(/^Which one/);
    expect(await say('the left one', 'anna', { session_id })).toMatchObject({
      reply: 'Bedroom Lamp Left is on.',
      agent: 'home_assistant_agent',
    });
    expect(home.stateOf('light.bedroom_right')?.state).toBe('off');
  });

  test.each(['unlock the front door', 'open the garage', 'Please unlock Front Door!'])(
    '%s is refused',
    async (text) => {
      expect((await say(text)).reply).toMatch(/is not controlled from here/);
      expect(home.stateOf('lock.front_door')?.state).toBe('locked');
      expect(home.stateOf('cover.garage')?.state).toBe('closed');
    },
  );
});

describe('several wishes', () => {
  test('two wishes in one message are done one after the other, and both are answered', async () => {
    const turn = await say('Turn off the kitchen light and list my files, then what can I cook, thanks!', 'carla');
    expect(turn).toMatchObject({ status: 'completed' });
    expect(turn.reply).toMatch(/^Kitchen Light is off\.\n\nYou have no files yet\.\n\n\S/);
    expect(await handOvers(turn.turn_id)).toEqual([
      'beto -> home_assistant_agent',
      'home_assistant_agent -> beto',
      'beto -> filesystem_agent',
      'filesystem_agent -> beto',
      'beto -> web_research_agent',
    ]);
  });

  test('what is more than one message can hold is named as not done, and everything before it is', async () => {
    const turn = await say('List my files, turn on the kettle, turn off the kettle, and list my devices', 'carla');
    expect(turn.reply).toMatch(
      /^You have no files yet\.\n\nKettle is on\.\n\nKettle is off\.\n\n.*too many wishes.*"list my devices"/,
    );
    expect(home.stateOf('switch.kettle')?.state).toBe('off');
  });

  test('what a note says is no command', async () => {
    const turn = await say('Save a note called plan.md: paint the door. Then turn on the kettle', 'carla');
    expect(turn).toMatchObject({ reply: 'Saved plan.md.', agent: 'filesystem_agent' });
    expect(home.stateOf('switch.kettle')?.state).toBe('off');
    expect((await say('read plan.md', 'carla')).reply).toBe('plan.md:\n\npaint the door. Then turn on the kettle');
  });
});

describe('Beto itself', () => {
  test.each([
    ['hello', /^Hello/],
    ['Thank you so much!', /welcome/],
    ['what can you do?', /lists:[\s\S]*calendar:[\s\S]*home:/],
    ['Write me a poem about the sea', /Sorry, I cannot do that/],
    ['asdf qwer', /Sorry, I cannot do that/],
  ])('%s is answered by Beto', async (text, reply) => {
    const turn = await say(text);
    expect(turn).toMatchObject({ status: 'completed', agent: 'beto' });
    expect(turn.reply).toMatch(reply);
    expect(await handOvers(turn.turn_id)).toEqual([]);
  });
});

describe('what needs a model says so', () => {
  test.each([
    ['write a function that sorts names', 'agentic_coder_agent', /needs a model/],
    ['search the web for hiking boots', 'web_research_agent', /cannot search the web/],
    ['compare redis and postgres', 'scout_agent', /need a model/],
  ])('%s', async (text, agent, reply) => {
    const turn = await say(text);
    expect(turn).toMatchObject({ status: 'completed', agent });
    expect(turn.reply).toMatch(reply);
  });

  test('code that comes along is analysed without one', async () => {
    const turn = await say('Please review the security of this code:\n```js\nfunction f(x) { return eval(x) }\n```');
    expect(turn).toMatchObject({ agent: 'agentic_coder_agent' });
    expect(turn.reply).toMatch(/eval/);
  });

  test('a goal is broken into the steps that its words name', async () => {
    const turn = await say('plan: first measure the room, then buy paint, and finally paint the walls');
    expect(turn).toMatchObject({ agent: 'scout_agent' });
    expect(turn.reply).toMatch(/1\. [\s\S]*measure[\s\S]*2\. [\s\S]*paint/i);
  });
});

describe('code', () => {
  test('a calculation is run in the sandbox, or the machine’s lack of one is said', async () => {
    const turn = await say('what is 17 * 23?');
    expect(turn).toMatchObject({ status: 'completed', agent: 'axel_agent' });
    const { available } = await fleet.base.sandbox.check();
    expect(turn.reply).toMatch(available ? /= 391$/ : /sandbox/i);
  });

  test('a program that the message brings along is run', async () => {
    const turn = await say('Beto, run this please:\n```js\nconsole.log([3, 1, 2].sort().join("-"))\n```');
    expect(turn).toMatchObject({ status: 'completed', agent: 'axel_agent' });
    const { available } = await fleet.base.sandbox.check();
    expect(turn.reply).toMatch(available ? /1-2-3/ : /sandbox/i);
  });
});

describe('lists, memory and calendar', () => {
  /** A Monday. */
  const at = { user_location: { timezone: 'Europe/Berlin' } };

  test('things are added to a list, shown and ticked off', async () => {
    expect(await say('Beto, add milk, eggs and bread to my list please', 'dora')).toMatchObject({
      status: 'completed',
      agent: 'todo_agent',
      reply: expect.stringMatching(/milk.*eggs.*bread/),
    });
    expect((await say('I bought the milk', 'dora')).reply).toMatch(/milk/);
    const list = (await say('what is on my list?', 'dora')).reply ?? '';
    expect(list).toMatch(/eggs[\s\S]*bread/);
    expect(list).not.toMatch(/milk/);
  });

  test('a list is cleared only after the user has said yes, and "yes" finds its way', async () => {
    const session_id = 'clearing';
    await say('add tea to my list', 'emil', { session_id });
    expect((await say('clear my list', 'emil', { session_id })).reply).toMatch(/Say yes/);
    expect(await say('Yes please', 'emil', { session_id })).toMatchObject({ agent: 'todo_agent' });
    expect((await say('what is on my list?', 'emil', { session_id })).reply).not.toMatch(/tea/);
  });

  test('what is to be remembered is known in another conversation, and only to its user', async () => {
    await say('remember that my locker code is 4711', 'dora', { session_id: 'one' });
    expect((await say('what is my locker code?', 'dora', { session_id: 'two' })).reply).toMatch(/4711/);
    expect((await say('what is my locker code?', 'emil')).reply).not.toMatch(/4711/);
    await say('forget my locker code', 'dora');
    expect((await say('what is my locker code?', 'dora')).reply).not.toMatch(/4711/);
  });

  test('an event is added, shown on its day and cancelled', async () => {
    expect(await say('add dentist tomorrow at 3pm', 'dora', at)).toMatchObject({ agent: 'calendar_agent' });
    expect((await say('what is on tomorrow?', 'dora', at)).reply).toMatch(/dentist/i);
    expect((await say('am I free tomorrow afternoon?', 'dora', at)).reply).toMatch(/15:00|3|busy|not free/i);
    await say('cancel the dentist', 'dora', at);
    expect((await say('what is on tomorrow?', 'dora', at)).reply).not.toMatch(/dentist/i);
  });

  test('three wishes of three specialists in one message', async () => {
    const turn = await say('Add jam to my list, remember that I like figs. What is on tomorrow?', 'frida', at);
    expect(turn.reply).toMatch(/jam[\s\S]*\n\n[\s\S]*figs[\s\S]*\n\n[\s\S]*tomorrow/i);
    expect(await handOvers(turn.turn_id)).toHaveLength(5);
    expect(turn.source_agents).toEqual(['todo_agent', 'memory_agent', 'calendar_agent']);
  });
});

test('an erased user is forgotten: lists, notes, events and files', async () => {
  await say('add jam to my list', 'gerda');
  await say('remember that I like figs', 'gerda');
  await say('save a note called a.md: secret', 'gerda');
  expect((await fleet.call('DELETE', '/v1/patients/gerda')).status).toBe(200);
  expect((await say('what is on my list?', 'gerda')).reply).not.toMatch(/jam/);
  expect((await say('what do you know about me?', 'gerda')).reply).not.toMatch(/figs/);
  expect((await say('list my files', 'gerda')).reply).toBe('You have no files yet.');
});
