/** What operators' tools say of our metrics, of the manifests for Kubernetes and of the compose file. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { because, goTool, pythonTools, runTool, systemTool, tryTool, WORLD_LIMIT_MS } from './tools.ts';

const timeout = { timeout: WORLD_LIMIT_MS };
const MANIFESTS = resolve('docker/k8s');

const promtool = systemTool('promtool', 'prometheus');
const kubectl = systemTool('kubectl', 'kubernetes-client');
const validate = pythonTools('kubernetes-validate', 'kubernetes-validate==1.37.0');
const compose = goTool('compose-go', 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2');

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'medfleet-operations-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Gauges that prom-client has given these names, and dashboards know. */
const OF_PROM_CLIENT = ['handles', 'requests', 'resources'].map(
  (what) => `medfleet_nodejs_active_${what}_total non-counter metrics should not have "_total" suffix`,
);

describe.skipIf(promtool.skipped)(`promtool${because(promtool)}`, () => {
  test('has nothing to say of our metrics, in a fleet that has worked', timeout, async () => {
    const fleet = await startFleet();
    try {
      await fleet.say('My weight is 71 kg.', { patient_id: 'p1' });
      const text = await (await fetch(`${fleet.url}/metrics`)).text();
      expect(text).toMatch(/^medfleet_turn_seconds_count\{.*\} 1$/m);
      writeFileSync(join(dir, 'metrics'), text);
      const check = `"${join(promtool.bin, 'promtool')}" check metrics < metrics`;
      const { printed } = await tryTool('sh', ['-c', check], dir);
      expect(printed.trim().split('\n').sort()).toEqual(OF_PROM_CLIENT);
    } finally {
      await fleet.close();
    }
  });
});

describe.skipIf(validate.skipped)(`the schemas of Kubernetes${because(validate)}`, () => {
  /** Throws at a field that no schema knows. */
  async function check(version: string, files: readonly string[]): Promise<void> {
    const said = await runTool(join(validate.bin, 'kubernetes-validate'), ['--strict', '-k', version, ...files]);
    const documents = files.flatMap((file) => readFileSync(file, 'utf8').match(/^kind:/gm) ?? []);
    expect(said.match(/^INFO .* passed for resource/gm)).toHaveLength(documents.length);
    expect(said).not.toMatch(/^(?!INFO)\w/m);
  }

  test.each(['1.30', '1.37'])('%s: each manifest has only fields that it knows', timeout, async (version) => {
    const files = readdirSync(MANIFESTS).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
    await check(
      version,
      files.map((name) => join(MANIFESTS, name)),
    );
  });

  test.skipIf(kubectl.skipped)(`what kubectl makes of them fits too${because(kubectl)}`, timeout, async () => {
    const at = join(dir, 'k8s');
    cpSync(MANIFESTS, at, { recursive: true });
    for (const name of ['secrets.env', 'a2a-secrets.env']) cpSync(join(at, `${name}.example`), join(at, name));
    const made = await runTool(join(kubectl.bin, 'kubectl'), ['kustomize', at]);
    // Each document, the generated settings and secrets among them, says where it belongs.
    expect(made.match(/^kind: (ConfigMap|Secret)$/gm)).toHaveLength(3);
    expect(made.match(/^ {2}namespace: medfleet$/gm)).toHaveLength((made.match(/^kind:/gm)?.length ?? 0) - 1);
    writeFileSync(join(dir, 'all.yaml'), made);
    await check('1.37', [join(dir, 'all.yaml')]);
  });
});

describe.skipIf(compose.skipped)(`the loader of docker compose${because(compose)}`, () => {
  test('reads the compose file, with the services and the files that it names', timeout, async () => {
    const args = ['-no-interpolation', '-format', 'json', resolve('docker/compose.yml')];
    const model = JSON.parse(await runTool(join(compose.bin, 'cmd'), args, resolve('docker')));
    expect(model).toMatchObject({
      name: 'medfleet',
      services: { redis: { healthcheck: {} }, producer: { depends_on: { redis: {} } }, worker: { read_only: true } },
      volumes: { record: {} },
    });
    expect(readFileSync(join(model.services.producer.build.context, 'docker/Dockerfile'), 'utf8')).toMatch(/^FROM /m);
  });
});
