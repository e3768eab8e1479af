/** `medfleet doctor`: what is fine here, what is not, and exactly what to do about it. */
import { defineCommand, EXIT, JSON_OPTION, printJson } from '../command.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Style } from '../style.ts';

const WORD = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;
const COLOUR = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check settings, agents, disk, Redis, graph, model, clocks and workers, and say the fix',
  usage: '',
  mostWords: 0,
  options: { json: JSON_OPTION },
  examples: [
    ['medfleet doctor', 'with the settings of this folder, and the fleet on this machine'],
    ['medfleet doctor --url https://medfleet.example.org --token "$KEY"', 'the same, and a fleet elsewhere'],
  ],
  async run({ values, io, style, url, token }) {
    const isNamed = 'url' in values || io.env.MEDFLEET_URL !== undefined;
    const findings = await examine(io.env, { url, token, isNamed });
    if (values.json) printJson(io, { findings });
    else io.out(findings.map((one) => line(one, style)).join(''));
    return findings.some(({ state }) => state === 'fail') ? EXIT.failed : EXIT.fine;
  },
});

type Env = Readonly<Record<string, string | undefined>>;
type Place = { url: string; token: string | undefined; isNamed: boolean };

/** Loaded only here: other commands need none of it. */
async function examine(env: Env, place: Place): Promise<Finding[]> {
  const [settings, stores, start, { checkModel }, { checkServer }] = await Promise.all([
    import('../doctor/settings.ts'),
    import('../doctor/stores.ts'),
    import('../doctor/start.ts'),
    import('../doctor/model.ts'),
    import('../doctor/server.ts'),
  ]);
  const [config, found] = settings.checkSettings(env);
  const ofServer = checkServer(place);
  if (!config) return [settings.checkNode(), ...found, ...(await ofServer)];
  const graph = one(config.NEO4J_URI ? stores.checkNeo4j(config) : start.checkGraphFile(config));
  const checks = [start.checkAgents(config), stores.checkRedis(config), graph, checkModel(config), ofServer];
  const parts = (await Promise.all(checks)).flat();
  const isUp = parts.some(({ name, state }) => name === 'server' && state === 'ok');
  const port = isUp ? [] : [await start.checkPort(config)];
  return [settings.checkNode(), ...found, settings.checkDisk(config), ...parts, ...port];
}

async function one(finding: Promise<Finding>): Promise<Finding[]> {
  return [await finding];
}

function line({ name, state, detail, fix }: Finding, style: Style): string {
  const mark = style[COLOUR[state]](WORD[state]);
  return `${mark}  ${name.padEnd(18)} ${detail}\n${fix ? `${' '.repeat(25)}${style.bold('fix:')} ${fix}\n` : ''}`;
}
