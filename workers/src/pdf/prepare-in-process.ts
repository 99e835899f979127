import { buildMaster } from './build-master.js';
import { refuseHopelessSource } from './limits.js';
import { MasterRefused } from './master-refused.js';
import { normalise } from './normalise.js';
import type { PreparedMaster } from './plan.js';
import { selfCheck } from './self-check.js';

/**
 * Prepares a file without limits on time and memory: only for the process prepareMaster starts, for files
 * that the shop drew itself, and for tests. One after the other: qpdf borrows the console.
 * Throws MasterRefused when the file is at fault; other errors are the machine's.
 */
export async function prepareInProcess(source: Uint8Array): Promise<PreparedMaster> {
  refuseHopelessSource(source);
  const { bytes, repaired } = await normalise(source);
  const prepared = build(bytes, repaired);
  await selfCheck(bytes, prepared);
  return prepared;
}

function build(normalised: Buffer, repaired: boolean): PreparedMaster {
  try {
    return buildMaster(normalised, repaired ? ['repaired'] : []);
  } catch (error) {
    if (error instanceof MasterRefused) throw error;
    throw new MasterRefused('UNREADABLE', `The file cannot be understood: ${String(error)}`);
  }
}
