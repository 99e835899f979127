import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Need, NEEDS, OPS_NEEDS, PROGRAM_NEEDS, workerNeeds } from '#backend/platform/config/needs.js';
import { type ConfigError, type ConfigFor, loadConfig } from '#backend/platform/config/config.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { PRODUCTION_FACTS } from '../../../backend/test/support/production-facts.js';
import { type Manifest, ofKind } from './manifest.js';
import type { Pod } from './pods.js';
import { ROOT } from './render.js';

/** Invented contents of the secret store of staging and production. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgresql://shop_programs:kT4f0c7a91d2xQ@database.internal/shop?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgresql://shop_owner:Zr8b1e5d3c7aLw@database.internal/shop?sslmode=verify-full',
  REDIS_URL: 'rediss://:h8Ma7d6Rf5eK4c@queue.internal:6380',
  S3_ACCESS_KEY_ID: 'AKIA5TQXJ3N7WZ2LBMCD',
  S3_SECRET_ACCESS_KEY: 'q9V0kq3Jx7uD2rF6yT1bN8mZ5cW4aL0p',
  SMTP_URL: 'smtps://shop:w9Pb1f2Xa3cN4d@post.internal',
  STRIPE_SECRET_KEY: 'sk_live_51HGkqdJd8sKq0aLbVt3wZ',
  STRIPE_WEBHOOK_SECRET: 'whsec_pR7vXc2LmQ9tZk4WbN1hYs',
  TOKEN_SECRET: 'b81f06d7a3e94c52907de1f4c86a2b35',
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  JWT_KEY_ID: 'k7',
  JWT_PREVIOUS_PUBLIC_KEYS: '{}',
};

/** Invented values of the settings that the operator of production fills in. */
export const OPERATOR_VALUES: Record<string, string> = {
  PUBLIC_URL: 'https://schnitte.shop',
  MAIL_FROM: 'Schnitte <post@schnitte.shop>',
  ...PRODUCTION_FACTS,
  TAX_SCHEME: 'oss',
  DELIVERY_WITHOUT_WAIVER: 'at-once',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51HGkqdJd8sKq0aLb',
};

/**
 * @returns the variables of a pod's container, with the values of Secrets and ConfigMaps
 * @throws {Error} when a container refers to a missing Secret, ConfigMap or key
 */
export function podEnvironment(manifests: Manifest[], { owner, containers }: Pod): Record<string, string> {
  const missingError = (what: string) => new Error(`${owner} refers to ${what}, which does not exist`);
  const config = (name?: string) =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata?.name === name)?.data;
  const secret = (name?: string): Record<string, string> | undefined => {
    const external = ofKind(manifests, 'ExternalSecret').find(({ spec }) => spec.target.name === name);
    const plain = ofKind(manifests, 'Secret').find(({ metadata }) => metadata?.name === name)?.data;
    if (!external) {
      return plain && mapEntries(plain, ([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
    }
    return Object.fromEntries(external.spec.data.map(({ secretKey }) => [secretKey, SECRETS[secretKey] ?? '']));
  };
  const environment: Record<string, string> = {};
  for (const { envFrom = [], env = [] } of containers) {
    for (const { configMapRef, secretRef } of envFrom) {
      const values = configMapRef ? config(configMapRef.name) : secret(secretRef?.name);
      if (!values) throw missingError(`${configMapRef?.name ?? secretRef?.name}`);
      Object.assign(environment, values);
    }
    for (const { name, value, valueFrom } of env) {
      const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
      const found = valueFrom
        ? (secretKeyRef ? secret(secretKeyRef.name) : config(configMapKeyRef?.name))?.[
            (secretKeyRef ?? configMapKeyRef)?.key ?? ''
          ]
        : (value ?? '');
      if (found === undefined) throw missingError(`the value of ${name}`);
      environment[name] = found;
    }
  }
  return environment;
}

/** @returns the environment after the operator has filled in the values */
export const withOperatorValues = (environment: Record<string, string>) =>
  mapEntries(environment, ([name, value]) => [name, OPERATOR_VALUES[name] ?? value]);

/** @returns the parts of the configuration that a pod's program reads; none for nginx */
export function podNeeds({ containers: [container] }: Pod): readonly Need[] {
  const [, program = '', ...words] = container?.command ?? [];
  if (program.endsWith('/ops.js')) return OPS_NEEDS[words[0] as keyof typeof OPS_NEEDS];
  if (!program.endsWith('/workers.js')) {
    const name = /([a-z]+)\.js$/.exec(program)?.[1] ?? '';
    return name in PROGRAM_NEEDS ? PROGRAM_NEEDS[name as keyof typeof PROGRAM_NEEDS] : [];
  }
  const queues = container?.env?.find(({ name }) => name === 'WORKER_QUEUES')?.value ?? '';
  return workerNeeds(queues === 'none' ? [] : (queues.split(',') as QueueName[]));
}

/** @returns the configuration or its problems, and the names of the variables that were read */
export function readConfig(
  environment: Record<string, string>,
  needs: readonly Need[] = NEEDS,
): { config?: ConfigFor<never>; problems: string[]; names: Set<string> } {
  const names = new Set<string>();
  const recordingEnv = new Proxy(environment, {
    get: (values, name: string) => {
      names.add(name);
      return values[name];
    },
  });
  try {
    return { config: loadConfig({ needs, env: recordingEnv }), problems: [], names };
  } catch (error) {
    return { problems: (error as ConfigError).problems, names };
  }
}

/** @returns the configuration template of the storefront's nginx */
export const nginxTemplate = () => readFileSync(join(ROOT, 'storefront/nginx/nginx.conf.template'), 'utf8');

/** @returns the names of the variables in the template of nginx */
export const nginxVariables = () => new Set([...nginxTemplate().matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name!));

const mapEntries = (values: Record<string, string>, change: (entry: [string, string]) => [string, string]) =>
  Object.fromEntries(Object.entries(values).map(change));
