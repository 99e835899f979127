import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type Need, NEEDS, PROGRAM_NEEDS, SECRETS, workerNeeds } from '../../backend/src/platform/config/needs.js';
import { ConfigError, loadConfig } from '../../backend/src/platform/config/config.js';
import { QUEUES } from '../../backend/src/platform/events/queue-names.js';
import { PROGRAMS } from '../../tools/programs.ts';
import { imageEnvironment, parseDockerfile, allInstructions } from './support/dockerfile.js';
import { renderTemplate, TEMPLATE } from './support/start-nginx.js';

interface Service {
  image: string;
  build?: { target: string };
  user?: string;
  command?: string[];
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const stages = parseDockerfile(read('Dockerfile'));
const IMAGES = ['shop', 'cards', 'demo', 'storefront'];
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const allServices = Object.entries(services);
const shopServices = allServices.filter(([, { build }]) => /^(shop|demo)$/.test(build?.target ?? ''));
const SECRET_NAME = /SECRET|PASSWORD|TOKEN|PRIVATE|_KEY/;
const hasExactVersion = (image: string) => /:v?\d+\.\d+/.test(image);

/** @returns every variable that the configuration reads */
function configVariables(): Set<string> {
  const names = new Set<string>();
  const environment = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
  expect(() => loadConfig({ needs: NEEDS, env: environment })).toThrow(ConfigError);
  return names;
}

describe('the images', () => {
  it('use base images of exact versions', () => {
    const bases = stages.map(({ base }) => base).filter((base) => !stages.some(({ name }) => name === base));
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base).toMatch(/:\d+\.\d+\.\d+/);
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    expect(stages[0]!.base).toBe(`node:${devDependencies.node}-bookworm-slim`);
  });

  it.each(IMAGES)('run as an unprivileged user: %s', (name) => {
    const users = allInstructions(stages, name).flatMap((instruction) =>
      instruction.name === 'USER' ? [instruction.text] : [],
    );
    expect(users.at(-1)).toBe('10001:10001');
  });

  it('are built without secrets', () => {
    const variables = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => /^(ARG|ENV)$/.test(name)));
    for (const { text } of variables) expect(text).not.toMatch(SECRET_NAME);
    expect(read('Dockerfile')).not.toMatch(/type=secret/);
  });

  it('copy only files that exist and that .dockerignore includes', () => {
    const rules = read('.dockerignore').split('\n').filter(Boolean);
    const included = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    const copies = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(({ text }) => text.split(' ').slice(0, -1));
    expect(copies).toContain('package-lock.json');
    for (const file of copies) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
      expect(included.some((path) => file === path || file.startsWith(`${path}/`))).toBe(true);
    }
    expect(rules.find((rule) => !rule.startsWith('#'))).toBe('*');
    expect(rules).toContain('**/node_modules');
    for (const path of ['.git', '.data', '.env', 'dist', 'node_modules', '.']) expect(included).not.toContain(path);
  });

  it('contain the demo patterns and the seed program only in the image `demo`', () => {
    const copied = (name: string) =>
      allInstructions(stages, name)
        .filter(({ name: instruction, text }) => instruction === 'COPY' && /seed|demo|goods/.test(text))
        .map(({ text }) => text);
    expect(['shop', 'cards', 'storefront'].flatMap(copied)).toEqual([]);
    expect(copied('demo')).toEqual([
      '--from=build /app/seed.js dist/programs/seed.js',
      '--from=demo-goods /app/goods goods',
    ]);
    const build = allInstructions(stages, 'build').map(({ text }) => text);
    expect(build.some((text) => text.includes('mv dist/programs/seed.js seed.js'))).toBe(true);
  });

  it('start bundled programs', () => {
    const commands = [
      ...IMAGES.map(
        (name) => allInstructions(stages, name).findLast((instruction) => instruction.name === 'CMD')!.text,
      ),
      ...allServices.map(([, { command = [] }]) => command.join(' ')),
    ];
    const programs = commands.flatMap((command) => command.match(/[\w./-]+\.[jt]s\b/g) ?? []);
    expect(new Set(programs).size).toBe(5);
    for (const program of programs) {
      const [, name] = /^dist\/programs\/(.+)\.js$/.exec(program) ?? [];
      const source = name ? `${PROGRAMS[name]}.ts` : program;
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
    }
  });

  it('replace every variable of the nginx template, and no variables of nginx itself', () => {
    const environment = imageEnvironment(stages, 'storefront');
    const names = new Set(Array.from(readFileSync(TEMPLATE, 'utf8').matchAll(/\$\{(\w+)\}/g), ([, name]) => name!));
    const filter = new RegExp(environment.NGINX_ENVSUBST_FILTER!);
    expect([...names].filter((name) => !filter.test(name))).toEqual([]);
    expect(renderTemplate(environment)).toMatch(/listen 8080;/);
  });
});

/** @returns the parts of the configuration that a service's program reads */
function serviceNeeds(service: string): readonly Need[] {
  const { command = [], environment = {} } = services[service]!;
  const program = /(\w+)\.js$/.exec(command[1] ?? '')![1] as keyof typeof PROGRAM_NEEDS;
  if (program !== 'workers') return PROGRAM_NEEDS[program];
  return workerNeeds(QUEUES.filter((queue) => environment.WORKER_QUEUES!.split(',').includes(queue)));
}

describe('docker-compose.yml', () => {
  it('uses exact versions of the images that it does not build', () => {
    for (const [name, { image, build }] of allServices)
      expect([name, build ? true : hasExactVersion(image)]).toEqual([name, true]);
  });

  it.each(allServices)(
    'has a health check for %s, unless the service ends by itself',
    (_, { healthcheck, restart }) => {
      if (restart === 'no') expect(healthcheck).toEqual({ disable: true });
      else expect(healthcheck?.test?.[0]).toBe('CMD');
    },
  );

  it.each(allServices.filter(([name]) => name !== 'localstack'))(
    'gives %s no capabilities and a read-only file system',
    (_, service) => {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      if (!service.build) expect(service.user).not.toMatch(/^(root|0)?(:|$)/);
    },
  );

  it('starts the shop after the migrations, and each service after its dependencies are healthy', () => {
    for (const [name, { depends_on = {} }] of shopServices.filter(
      ([service]) => !['migrations', 'demo'].includes(service),
    ))
      expect([name, depends_on.migrations?.condition]).toEqual([name, 'service_completed_successfully']);
    for (const [, { depends_on = {} }] of allServices)
      for (const [other, { condition }] of Object.entries(depends_on))
        expect(condition).toBe(
          services[other]!.restart === 'no' ? 'service_completed_successfully' : 'service_healthy',
        );
  });

  it('sets only variables that the configuration reads', () => {
    const known = configVariables();
    expect(shopServices.length).toBe(6);
    for (const [, { environment = {} }] of shopServices)
      expect(Object.keys(environment).filter((name) => !known.has(name) && name !== 'NODE_ENV')).toEqual([]);
  });

  it('contains no secrets: the operator sets each in .env, and .env.example lists each without a value', () => {
    const isRequired = (name: string, value: string) => name.startsWith('S3_') || /\$\{\w+:\?/.test(value);
    for (const [, { environment = {} }] of allServices)
      for (const [name, value] of Object.entries(environment).filter(([key]) => SECRET_NAME.test(key)))
        expect([name, isRequired(name, value)]).toEqual([name, true]);
    const lines = read('.env.example').split('\n');
    const required = new Set(Array.from(read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g), ([, name]) => name!));
    expect(required.size).toBe(8);
    for (const name of required) expect(lines).toContain(`${name}=`);
  });

  it('is a valid configuration with the secrets filled in', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secrets: Record<string, string> = {
      POSTGRES_PASSWORD: 'a1b2c3',
      PROGRAMS_PASSWORD: 'd4e5f6',
      REDIS_PASSWORD: '0718293a',
      TOKEN_SECRET: 'ab'.repeat(32),
      JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const fillIn = (text: string) =>
      text.replaceAll(/\$\{(\w+):(?:\?[^}]*|-([^}]*))\}/g, (_, name: string, other = '') => secrets[name] ?? other);
    const loadServiceConfig = (name: string) =>
      loadConfig({
        needs: serviceNeeds(name),
        env: Object.fromEntries(Object.entries(services[name]!.environment!).map(([key, text]) => [key, fillIn(text)])),
      });
    for (const [name] of shopServices)
      expect(loadServiceConfig(name)).toMatchObject({ publicUrl: 'http://localhost:8080', production: false });
    const workerSettings = ['relay', 'masters', 'workers'].map((name) => loadServiceConfig(name).worker);
    expect(workerSettings.map(({ relay }) => relay)).toEqual([true, false, false]);
    expect(workerSettings.flatMap(({ queues }) => queues).sort()).toEqual([...QUEUES].sort());
  });

  it('gives each service exactly the secrets that its program reads', () => {
    const secretNames = new Set(Object.values(SECRETS).flat());
    const optional = new Set(['JWT_KEY_ID', 'JWT_PREVIOUS_PUBLIC_KEYS']);
    for (const [name, { environment = {} }] of shopServices) {
      const expected = serviceNeeds(name).flatMap((need) => SECRETS[need]);
      const given = Object.keys(environment).filter((key) => secretNames.has(key));
      expect([name, given.sort()]).toEqual([name, expected.filter((key) => !optional.has(key)).sort()]);
    }
  });

  it('opens ports only on loopback', () => {
    for (const [, { ports = [] }] of allServices) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
