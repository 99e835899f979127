import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MasterRefused } from '#workers/pdf/document/master-refused.js';
import { type PreparedMaster, prepareMaster } from '#workers/pdf/prepare-master.js';

/**
 * Prepares a PDF once per test run, because the preparation takes a second.
 * @returns null when the engine refuses the file
 */
export async function prepareOnce(source: Uint8Array): Promise<PreparedMaster | null> {
  const cached = join(process.env.TEST_PREPARED!, createHash('sha256').update(source).digest('hex'));
  if (existsSync(cached)) {
    const { plan } = JSON.parse(readFileSync(join(cached, 'plan'), 'utf8')) as Omit<PreparedMaster, 'master'>;
    return { master: readFileSync(join(cached, 'master')), plan };
  }
  try {
    const { master, ...rest } = await prepareMaster(source);
    store(cached, master, JSON.stringify(rest));
    return { master, ...rest };
  } catch (error) {
    if (error instanceof MasterRefused) return null;
    throw error;
  }
}

/** Stores the files atomically, because another test file may store the same PDF at the same time. */
function store(cached: string, master: Buffer, plan: string): void {
  const unfinished = `${cached}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'master'), master);
  writeFileSync(join(unfinished, 'plan'), plan);
  try {
    renameSync(unfinished, cached);
  } catch (error) {
    if (!existsSync(cached)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
