import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MasterRefused } from '#workers/pdf/document/master-refused.js';
import { type PreparedMaster, prepareMaster } from '#workers/pdf/prepare-master.js';

/**
 * What preparing a PDF gives, worked out once for all test files of a run: it takes a second, and most tests are about what
 * comes after it.
 * @returns null when the engine refuses the file
 */
export async function preparedOnce(source: Uint8Array): Promise<PreparedMaster | null> {
  const kept = join(process.env.TEST_PREPARED!, createHash('sha256').update(source).digest('hex'));
  if (existsSync(kept)) {
    const { plan } = JSON.parse(readFileSync(join(kept, 'plan'), 'utf8')) as Omit<PreparedMaster, 'master'>;
    return { master: readFileSync(join(kept, 'master')), plan };
  }
  try {
    const { master, ...rest } = await prepareMaster(source);
    keep(kept, master, JSON.stringify(rest));
    return { master, ...rest };
  } catch (error) {
    if (error instanceof MasterRefused) return null;
    throw error;
  }
}

/** Another test file may keep the same at the same moment. */
function keep(kept: string, master: Buffer, plan: string): void {
  const unfinished = `${kept}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'master'), master);
  writeFileSync(join(unfinished, 'plan'), plan);
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
