import { RecordCopyFailed } from '#backend/purchases/downloads/commands/record-copy-failed.js';
import { ListUnmarkedCopies } from '#backend/purchases/downloads/queries/list-unmarked-copies.js';
import { PersonaliseCopy } from './personalise-copy.js';

it('PersonaliseCopy names every failed copy in its error, and records each failure', async () => {
  const copies = ['one', 'two'].map((name) => ({ copyId: `copy-${name}`, fileId: `file-${name}` }));
  const queries = { execute: (query: object) => Promise.resolve(query instanceof ListUnmarkedCopies ? copies : null) };
  const commands = { execute: jest.fn() };
  const job = new PersonaliseCopy(
    queries as never,
    commands as never,
    {} as never,
    {} as never,
    {} as never,
    {} as never,
  );
  const { signal } = new AbortController();
  await expect(job.run({ purchaseId: 'purchase' }, { executionId: 'execution', signal })).rejects.toThrow(
    'copy-one: file file-one is not ready to be marked; copy-two: file file-two is not ready to be marked',
  );
  expect(commands.execute.mock.calls).toEqual(copies.map(({ copyId }) => [new RecordCopyFailed(copyId)]));
});
