import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefuseMaster } from '#backend/catalogue/files/commands/refuse-master.js';
import type { Config } from '#backend/platform/config/config.js';
import type { Files } from '#backend/platform/storage/files.js';
import { decodingOptions } from './decoding-options.js';
import { PrepareMaster } from './prepare-master.js';

const config = { confinementRequired: true } as Config;
const { signal } = new AbortController();

const createContext = (unfinishedStarts: number) => ({
  executionId: 'execution',
  signal,
  decoding: { unfinishedStarts, onStart: () => Promise.resolve() },
});

/**
 * Runs the job for a file whose decoding has killed a worker `unfinishedStarts` times.
 * @returns the command that refuses the file, and whether the job read the file from the storage
 */
async function runJob(unfinishedStarts: number) {
  const executedCommands: object[] = [];
  let fetched = false;
  const queries = { execute: () => Promise.resolve({ state: 'uploaded', sourceKey: 'key' }) };
  const commands = { execute: (command: object) => Promise.resolve(executedCommands.push(command)) };
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
  await job.run({ fileId: 'file' }, createContext(unfinishedStarts));
  return { refused: executedCommands.find((command) => command instanceof RefuseMaster), fetched };
}

// When a file needs too much memory, the kernel can kill all processes of the container, and so also the worker.
describe('a file whose decoding has killed a worker', () => {
  it('is decoded alone after the first kill', () => {
    expect(decodingOptions(config, createContext(0))).toMatchObject({ alone: false });
    expect(decodingOptions(config, createContext(1))).toMatchObject({ alone: true });
  });

  it('is refused after the second kill, without being read again', async () => {
    const { refused, fetched } = await runJob(2);
    expect(refused).toMatchObject({ code: 'TOO_COMPLEX' });
    expect(fetched).toBe(false);
  });

  it('is decoded again after the first kill', async () => {
    const { refused, fetched } = await runJob(1);
    expect(refused).toMatchObject({ code: 'NOT_A_PDF' });
    expect(fetched).toBe(true);
  });
});

describe('decodingOptions', () => {
  it('requires confinement when the configuration requires confinement, and prefers confinement otherwise', () => {
    expect(decodingOptions(config, { executionId: '', signal })).toMatchObject({
      confined: 'required',
      concurrency: 2,
    });
    expect(decodingOptions({ confinementRequired: false } as Config, { executionId: '', signal }).confined).toBe(
      'preferred',
    );
  });
});
