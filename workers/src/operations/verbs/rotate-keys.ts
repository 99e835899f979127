import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import type { Config } from '#backend/platform/config/config.js';
import type { Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

const KEY_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** `rotate-keys`: a new key to sign access tokens with. */
export const rotateKeys: Verb = {
  name: 'rotate-keys',
  operands: [],
  about: 'Makes a new key to sign access tokens with, as a patch of a Kubernetes Secret, and says what to do with it.',
  options: {
    out: { value: '<file>', about: 'Where to; a new file that only its owner can read. Otherwise it is printed' },
    'key-id': { value: '<id>', about: 'What the new key is called; made up when not given' },
  },
  async run(given, withShop) {
    const keyId = given.text('key-id') ?? `k${new Date().toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`;
    if (!KEY_ID.test(keyId)) throw new UsageError('--key-id: 1 to 40 letters, digits, - and _');
    const out = given.text('out');
    if (out?.trim() === '')
      throw new UsageError('--out: is empty; name a file, or leave it out to have the key printed');
    return withShop(async ({ commands, config, print }) => {
      if (keyId in config.jwt.publicKeys) throw new UsageError(`--key-id: ${keyId} is in use`);
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const patch = patchOf(config, keyId, pem);
      if (out !== undefined) write(out, patch);
      // Audited first: a key without an audit entry is never shown.
      await commands.execute(new RecordOperatorAction('signing-key-made', { keyId, replaces: config.jwt.keyId }, true));
      if (out === undefined) print(patch);
      print(steps(config, keyId, pem, out ?? 'new-key.yaml'));
      return 0;
    });
  },
};

function write(file: string, patch: string): void {
  try {
    writeFileSync(file, patch, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--out: ${file} ${code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`}`);
  }
}

/** YAML that `kubectl patch secret` takes. JSON strings are YAML strings. */
function patchOf({ jwt }: Config, keyId: string, pem: string): string {
  const present = JSON.stringify({ [jwt.keyId]: jwt.publicKeys[jwt.keyId]! });
  return [
    'stringData:',
    `  JWT_KEY_ID: ${JSON.stringify(keyId)}`,
    '  JWT_PRIVATE_KEY: |',
    ...pem
      .trim()
      .split('\n')
      .map((line) => `    ${line}`),
    `  JWT_PREVIOUS_PUBLIC_KEYS: ${JSON.stringify(present)}`,
    '',
  ].join('\n');
}

/** Processes are replaced one after the other, and each must know the key before another signs with it. */
function steps({ jwt }: Config, keyId: string, pem: string, file: string): string {
  const announced = {
    ...jwt.publicKeys,
    [keyId]: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString(),
  };
  return [
    `# New key ${keyId}; the present one is ${jwt.keyId}. What to do (no signed-in person notices):`,
    `# 1. Let every process know the new public key: set JWT_PREVIOUS_PUBLIC_KEYS in the Secret api-secrets to`,
    `#    ${JSON.stringify(announced)}`,
    `#    and roll out the API.`,
    `# 2. Sign with it: kubectl patch secret api-secrets --patch-file ${file}`,
    `#    and roll out the API.`,
    `# 3. Access tokens live 15 minutes: that long after the roll-out has ended, take ${jwt.keyId} out of`,
    `#    JWT_PREVIOUS_PUBLIC_KEYS, roll out, and delete the old key wherever it is kept.`,
    `# Is the present key in wrong hands, begin with step 2 and leave JWT_PREVIOUS_PUBLIC_KEYS empty: everybody's`,
    `# access token is refreshed once.`,
  ].join('\n');
}
