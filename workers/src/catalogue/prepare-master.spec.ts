import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefuseMaster } from '#backend/catalogue/files/commands/refuse-master.js';
import type { Config } from '#backend/platform/config/config.js';
import type { Files } from '#backend/platform/storage/files.js';
import { decodingOf } from './decoding-of.js';
import { PrepareMaster } from './prepare-master.js';

const config = { confinementRequired: true } as Config;
const { signal } = new AbortController();

const context = (ends: number) => ({
  executionId: 'delivery',
  signal,
  decoding: { ends, begins: () => Promise.resolve() },
});

/** Runs the job for a file during whose decoding its worker has ended so often. @returns the commands that it gave, and whether it fetched the file */
async function run(ends: number) {
  const given: object[] = [];
  let fetched = false;
  const queries = { execute: () => Promise.resolve({ state: 'uploaded', sourceKey: 'key' }) };
  const commands = { execute: (command: object) => Promise.resolve(given.push(command)) };
  const files = {
    get: () => {
      fetched = true;
      return Promise.resolve(Buffer.from('not a PDF'));
    },
  };
  const job = new PrepareMaster(
    queries as unknown as QueryBus,
    commands as unknown as CommandBus,
    files as unknown as Files,
    config,
  );
  await job.run({ fileId: 'file' }, context(ends));
  return { refused: given.find((command) => command instanceof RefuseMaster), fetched };
}

// Review point 9: the kernel may end the whole container for one file.
describe('a file during which its worker was killed', () => {
  it('is decoded alone the first time', () => {
    expect(decodingOf(config, context(0))).toMatchObject({ alone: false });
    expect(decodingOf(config, context(1))).toMatchObject({ alone: true });
  });

  it('is refused the second time, without another try', async () => {
    const { refused, fetched } = await run(2);
    expect(refused).toMatchObject({ code: 'TOO_COMPLEX' });
    expect(fetched).toBe(false);
  });

  it('is not to blame when that was only once', async () => {
    const { refused, fetched } = await run(1);
    expect(refused).toMatchObject({ code: 'NOT_A_PDF' });
    expect(fetched).toBe(true);
  });
});

describe('where confinement is required', () => {
  // Review point 10.
  it('nothing is decoded that the kernel cannot confine', () => {
    expect(decodingOf(config, { executionId: '', signal })).toMatchObject({ confined: 'required', share: 2 });
    expect(decodingOf({ confinementRequired: false } as Config, { executionId: '', signal }).confined).toBe(
      'preferred',
    );
  });
});
