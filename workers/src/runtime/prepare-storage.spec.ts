import { prepareStorage } from './prepare-storage.js';

it('tries until the storage is ready, and says each change once', async () => {
  const refused = Object.assign(new Error('connect'), { name: 'ECONNREFUSED' });
  const outcomes = [refused, refused, Object.assign(new Error('no'), { name: 'AccessDenied' }), null];
  const said: string[] = [];
  const logger = {
    warn: ({ err }: { err: Error }) => said.push(err.name),
    log: (text: string) => said.push(text),
  };
  const ensureBucket = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  };
  await prepareStorage({ ensureBucket }, logger, 1);
  expect(said).toEqual(['ECONNREFUSED', 'AccessDenied', 'the storage is ready now']);
  expect(outcomes).toEqual([]);
});
