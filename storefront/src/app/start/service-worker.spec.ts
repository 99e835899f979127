import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const readPublic = (name: string) => readFileSync(join(import.meta.dirname, '../../../public', name), 'utf8');

it('the version in service-worker.js is the hash of the files that the offline page needs', () => {
  const worker = readPublic('service-worker.js');
  const list = /OFFLINE_FILES = \[([^\]]+)\]/.exec(worker)![1]!;
  const files = ['offline.html', ...[...list.matchAll(/'\/([^']+)'/g)].map(([, name]) => name!)];
  expect(files).toHaveLength(5);
  const hash = createHash('sha256');
  for (const name of files) hash.update(readPublic(name));
  expect(/VERSION = '([0-9a-f]+)'/.exec(worker)![1]).toBe(hash.digest('hex').slice(0, 8));
});
