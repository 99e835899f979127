import { prepareStorage } from './prepare-storage.js';

it('prepareStorage retries until the storage is ready, and logs an error only if it differs from the last one', async () => {
  const refused = Object.assign(new Error('connect'), { name: 'ECONNREFUSED' });
  const outcomes = [refused, refused, Object.assign(new Error('no'), { name: 'AccessDenied' }), null];
  const logged: string[] = [];
  const logger = {
    warn: ({ err }: { err: Error }) => logged.push(err.name),
    log: (text: string) => logged.push(text),
  };
  const ensureBucket = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  };
  await prepareStorage({ ensureBucket }, logger, 1);
  expect(logged).toEqual(['ECONNREFUSED', 'AccessDenied', 'the storage is ready now']);
  expect(outcomes).toEqual([]);
});
