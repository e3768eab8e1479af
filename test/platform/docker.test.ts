import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { servedAgents } from '../../src/interop/envelope/open-envelope.ts';
import { describeTeams } from '../../src/teams/teams.ts';
import { codeIn } from '../support/imports.ts';
import { settingNames } from '../support/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Only loaded where the files are TypeScript. */
const FROM_SOURCES = ['esbuild'];

const { version, scripts } = z
  .object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const image = `medfleet:${version}`;
const dockerfile = read('docker/Dockerfile');

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
});
const services = Object.values(
  z.object({ services: z.record(z.string(), Service) }).parse(parse(read('docker/compose.yml'), { merge: true }))
    .services,
);

const Container = z.object({
  name: z.string(),
  image: z.string(),
  resources: z.object({ limits: z.record(z.string(), z.string()) }).optional(),
  args: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), valueFrom: z.unknown().optional() })).default([]),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }).optional() }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }).optional() }).optional(),
});
const Resource = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z
    .object({ template: z.object({ spec: z.object({ containers: z.array(Container) }) }).optional() })
    .loose()
    .optional(),
});
const kustomization = z
  .object({
    resources: z.array(z.string()),
    configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })),
    images: z.array(z.object({ name: z.string(), newTag: z.string() })),
  })
  .parse(parse(read('docker/k8s/kustomization.yaml')));
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`docker/k8s/${file}`)).map((document) => {
    expect(document.errors, file).toEqual([]);
    return Resource.parse(document.toJS());
  }),
);
const containers = resources.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

/** dist/workers/main.js is made of workers/main.ts. */
function sourceOf(compiled: string): string {
  return compiled.replace(/^dist\//, '').replace(/\.js$/, '.ts');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}

function namesOfKeys(text: string): string[] {
  return [...text.matchAll(/^([a-z][a-z-]*)=/gm)].map(([, name = '']) => name);
}

describe('the image', () => {
  it('is built by scripts and from files that exist', () => {
    for (const [, script = ''] of dockerfile.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script]);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, args = '']) =>
      args.split(' ').slice(0, -1),
    );
    expect(copied).toContain('agents');
    for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('is sent everything that it copies, and no secrets', () => {
    const allowed = [...read('docker/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, args = '']) =>
      args.split(' ').slice(0, -1),
    );
    for (const path of copied) expect(allowed).toContain(path.split('/')[0]);
    expect(allowed).not.toContain('.env');
  });

  it('holds every folder that the compiler is given', () => {
    const { include } = JSON.parse(read('tsconfig.build.json')) as { include: string[] };
    for (const path of include) expect(dockerfile).toMatch(new RegExp(`^COPY .*\\b${path}\\b`, 'm'));
  });

  it('has every package that compiled code imports, and no source', async () => {
    const threads = codeIn('src').filter((file) => /\.thread\.ts$|\/child-host\.ts$/.test(file));
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['main.ts', 'producers/main.ts', 'workers/main.ts', 'src/cli/main.ts', ...threads],
      outdir: '/',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    const names = imported
      .filter((path) => !isBuiltin(path))
      .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(names).toContain('bullmq');
    expect(names.filter((name) => !dependencies[name] && !FROM_SOURCES.includes(name))).toEqual([]);
    expect(dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))).not.toMatch(/^COPY .*\b(?:src|dashboard)\b/m);
  });

  it('runs plain node on a compiled main, not as root, with a health check', () => {
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect(command[0]).toBe('node');
    expect(existsSync(join(ROOT, sourceOf(command[1] ?? '')))).toBe(true);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/healthz/);
  });

  it('sets only settings that exist', () => {
    const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '';
    const names = [...block.matchAll(/([A-Z][A-Z0-9_]*)=/g)].map(([, name]) => name);
    expect(names).toContain('DATA_DIR');
    for (const name of names) expect(settingNames()).toContain(name);
  });
});

describe('image versions', () => {
  const named = [
    ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name),
    ...services.map((service) => service.image),
    ...containers.map(({ image: name }) => {
      const tag = kustomization.images.find((entry) => entry.name === name)?.newTag;
      return tag ? `${name}:${tag}` : name;
    }),
  ];

  it.each([...new Set(named)])('%s is pinned, so that builds are reproducible', (name) => {
    expect(name).toMatch(/^[a-z0-9./-]+:\d+(\.\d+)*(-[a-z]+)*(@sha256:[0-9a-f]{64})?$/);
    // Our own is built from this repository; any other could change under its tag.
    if (!name.startsWith('medfleet:')) expect(name).toContain('@sha256:');
  });

  it('name this version of medfleet everywhere', () => {
    const ours = named.filter((name) => name.startsWith('medfleet'));
    expect(ours.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ours)).toEqual(new Set([image]));
    for (const file of ['docker/Dockerfile', 'docker/README.md']) {
      for (const [name] of read(file).matchAll(/medfleet:\d[\d.]*\d/g)) expect(name).toBe(image);
    }
  });
});

describe('compose', () => {
  const ours = services.filter((service) => service.image === image);

  it('starts a producer and workers from compiled mains that exist', () => {
    expect(ours.map(({ command }) => command[1])).toEqual(['dist/producers/main.js', 'dist/workers/main.js']);
    for (const { command } of ours) expect(existsSync(join(ROOT, sourceOf(command[1] ?? '')))).toBe(true);
  });

  it('sets only settings that exist, and needs tokens, because the port is open to the network inside', () => {
    for (const { environment } of ours) {
      for (const name of Object.keys(environment)) expect(settingNames()).toContain(name);
      expect(environment.API_TOKENS).toContain(':?');
    }
  });

  it('keeps Redis durable and without eviction', () => {
    const redis = services.find((service) => service.image.startsWith('redis:'))?.command.join(' ');
    expect(redis).toContain('--appendonly yes');
    expect(redis).toContain('--maxmemory-policy noeviction');
    expect(redis).toContain('--maxmemory ');
  });
});

describe('kubernetes', () => {
  it('lists every manifest, and each is there', () => {
    const files = readdirSync(join(ROOT, 'docker/k8s')).filter((name) => name.endsWith('.yaml'));
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(files.sort());
  });

  it('has a stateful Redis, producers behind a service, and workers that scale', () => {
    const names = resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'Namespace/medfleet',
        'StatefulSet/redis',
        'Service/producer',
        'Deployment/producer',
        'Deployment/worker',
        'HorizontalPodAutoscaler/worker',
      ]),
    );
  });

  it('starts compiled mains that exist, and keeps Redis durable and without eviction', () => {
    const ours = containers.filter(({ image: name }) => name === 'medfleet');
    expect(ours).toHaveLength(4);
    for (const { args } of ours) expect(existsSync(join(ROOT, sourceOf(args[1] ?? '')))).toBe(true);
    const redis = containers.find(({ image: name }) => name.startsWith('redis:'))?.command.join(' ');
    expect(redis).toContain('--appendonly yes');
    expect(redis).toContain('--maxmemory-policy noeviction');
    expect(redis).toContain('--maxmemory ');
  });

  it('asks the producer for routes that it serves', () => {
    const producer = containers.find(({ args }) => args[1] === 'dist/producers/main.js');
    expect(producer?.readinessProbe?.httpGet?.path).toBe('/readyz');
    expect(producer?.livenessProbe?.httpGet?.path).toBe('/healthz');
    const routes = read('producers/http/operations.routes.ts');
    for (const path of ['/readyz', '/healthz']) expect(routes).toContain(`'${path}'`);
  });

  it('runs both remote agents of the tutor team as the medmentor document has them', () => {
    for (const [name, agent, token] of [
      ['analytics-agent', 'AnalyticsAgent', 'analytics-token'],
      ['scheduler-agent', 'SchedulerAgent', 'scheduler-token'],
    ]) {
      const of = (kind: string) => resources.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
      expect(of('Service')).toMatchObject({ type: 'ClusterIP', ports: [{ port: 80, targetPort: 'http' }] });
      expect(of('Deployment')).toMatchObject({ replicas: 3 });
      const container = of('Deployment')?.template?.spec.containers[0];
      expect(container?.args).toEqual(['node', 'dist/workers/main.js', '--serve-a2a', agent]);
      expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz');
      expect(container?.livenessProbe?.httpGet?.path).toBe('/healthz');
      const from = { secretKeyRef: { name: 'a2a-secrets', key: token } };
      expect(container?.env).toContainEqual({ name: 'A2A_TOKEN', valueFrom: from });
      expect(namesOfKeys(read('docker/k8s/a2a-secrets.env.example'))).toContain(token);
      expect(servedAgents(describeTeams()).has(agent ?? '')).toBe(true);
    }
    expect(read('docker/k8s/.gitignore')).toMatch(/^a2a-secrets\.env$/m);
  });

  it('lets in and out what a policy names, opens no service to the internet and serves no agent to every tenant', () => {
    const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => JSON.stringify(spec));
    expect(policies).toContain('{"podSelector":{},"policyTypes":["Ingress","Egress"]}');
    for (const name of ['redis', 'producer', 'worker', 'analytics-agent', 'scheduler-agent'])
      expect(
        policies.filter((policy) => policy.includes(`"${name}"`)),
        name,
      ).not.toEqual([]);
    // The address at which clouds give their credentials away.
    const outside = policies.filter((policy) => policy.includes('"0.0.0.0/0"'));
    for (const policy of outside) expect(policy).toContain('"169.254.0.0/16"');
    expect(outside).toHaveLength(1);
    const exposed = resources.filter(({ spec }) => spec?.type === 'LoadBalancer' || spec?.type === 'NodePort');
    expect(exposed.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(kustomization.configMapGenerator[0]?.literals).toContain('A2A_TENANT=acme');
    expect(containers.flatMap(({ env }) => env.map(({ name }) => name))).not.toContain('A2A_TENANT');
  });

  it('bounds what a pod takes, asks each whether it lives, and lets one of a kind go at a time', () => {
    for (const { name, resources: bounds, livenessProbe } of containers) {
      expect([name, bounds?.limits]).toEqual([
        name,
        { memory: expect.any(String), 'ephemeral-storage': expect.any(String) },
      ]);
      expect([name, livenessProbe]).not.toEqual([name, undefined]);
    }
    const budgets = resources.filter(({ kind }) => kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
    const deployments = resources.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(budgets.sort()).toEqual(deployments.sort());
  });

  it('sets only settings that exist, and no real secret is in the repository', () => {
    const names = [
      ...kustomization.configMapGenerator.flatMap(({ literals }) => namesIn(literals.join('\n'))),
      ...namesIn(read('docker/k8s/secrets.env.example')),
    ];
    expect(names).toEqual(expect.arrayContaining(['REDIS_PASSWORD', 'API_TOKENS']));
    // REDIS_PASSWORD is a part of REDIS_URL, see producer.yaml.
    for (const name of names) expect([...settingNames(), 'REDIS_PASSWORD']).toContain(name);
    expect(read('docker/k8s/.gitignore')).toMatch(/^secrets\.env$/m);
  });
});
