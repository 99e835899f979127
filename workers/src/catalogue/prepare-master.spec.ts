import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefuseMaster } from '#backend/catalogue/files/commands/refuse-master.js';
import type { Config } from '#backend/platform/config/config.js';
import type { Files } from '#backend/platform/storage/files.js';
import { decodingOptions } from './decoding-options.js';
import { PrepareMaster } from './prepare-master.js';

const config = { confinementRequired: true } as Config;
const { signal } = new AbortController();

const context = (ends: number) => ({
  executionId: 'execution',
  signal,
  decoding: { ends, begins: () => Promise.resolve() },
});

/** Runs the job for a file whose worker has died `ends` times. @returns the refusal, and whether the file was read */
async function run(ends: number) {
  const executed: object[] = [];
  let fetched = false;
  const queries = { execute: () => Promise.resolve({ state: 'uploaded', sourceKey: 'key' }) };
  const commands = { execute: (command: object) => Promise.resolve(executed.push(command)) };
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
  return { refused: executed.find((command) => command instanceof RefuseMaster), fetched };
}

// The kernel may kill the whole container because of one file.
describe('a file whose worker was killed', () => {
  it('is decoded alone the first time', () => {
    expect(decodingOptions(config, context(0))).toMatchObject({ alone: false });
    expect(decodingOptions(config, context(1))).toMatchObject({ alone: true });
  });

  it('is refused after the second time without another attempt', async () => {
    const { refused, fetched } = await run(2);
    expect(refused).toMatchObject({ code: 'TOO_COMPLEX' });
    expect(fetched).toBe(false);
  });

  it('is decoded again after the first time', async () => {
    const { refused, fetched } = await run(1);
    expect(refused).toMatchObject({ code: 'NOT_A_PDF' });
    expect(fetched).toBe(true);
  });
});

describe('required confinement', () => {
  it('is passed to the decoding process', () => {
    expect(decodingOptions(config, { executionId: '', signal })).toMatchObject({ confined: 'required', share: 2 });
    expect(decodingOptions({ confinementRequired: false } as Config, { executionId: '', signal }).confined).toBe(
      'preferred',
    );
  });
});
