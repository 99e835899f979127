import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefuseMaster } from '#backend/catalogue/commands/refuse-master.js';
import type { Config } from '#backend/platform/config.js';
import type { Files } from '#backend/platform/files.js';
import { decodingOf } from './decoding-of.js';
import { PrepareMaster } from './prepare-master.js';

const config = { production: true } as Config;
const { signal } = new AbortController();

/** Runs the job for a file in this state. @returns the commands that it gave, and whether it fetched the file */
async function run(step: string, starts: number) {
  const given: object[] = [];
  let fetched = false;
  const queries = { execute: () => Promise.resolve({ state: 'uploaded', step, sourceKey: 'key' }) };
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
  await job.run({ fileId: 'file' }, { deliveryId: 'delivery', signal, starts });
  return { refused: given.find((command) => command instanceof RefuseMaster), fetched };
}

// Review point 9: the kernel may end the whole container for one file.
describe('a file during which its worker was killed', () => {
  it('is decoded alone the first time', () => {
    expect(decodingOf(config, { deliveryId: '', signal, starts: 1 })).toMatchObject({ alone: false });
    expect(decodingOf(config, { deliveryId: '', signal, starts: 2 })).toMatchObject({ alone: true });
  });

  it('is refused the second time, without another try', async () => {
    const { refused, fetched } = await run('preparing', 3);
    expect(refused).toMatchObject({ code: 'TOO_COMPLEX' });
    expect(fetched).toBe(false);
  });

  it.each([
    ['before the file was decoded', 'checking', 3],
    ['only once', 'preparing', 2],
  ])('is not to blame when that was %s', async (_, step, starts) => {
    const { refused, fetched } = await run(step, starts);
    expect(refused).toMatchObject({ code: 'NOT_A_PDF' });
    expect(fetched).toBe(true);
  });
});

describe('in production', () => {
  // Review point 10.
  it('nothing is decoded that the kernel cannot confine', () => {
    expect(decodingOf(config, { deliveryId: '', signal })).toMatchObject({ confined: 'required', share: 2 });
    expect(decodingOf({ production: false } as Config, { deliveryId: '', signal }).confined).toBe('preferred');
  });
});
