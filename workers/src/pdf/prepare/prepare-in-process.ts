import { buildMaster, type BuildOptions } from './build-master.js';
import { findPlaces } from '../document/find-places.js';
import { isInflated, refuseInvalidSource } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { normalise } from '../document/normalise.js';
import { MarkFinder } from '../stamp/own-mark.js';
import type { BuiltMaster, CheckedMaster } from './plan.js';
import { SAMPLE, selfCheck } from './self-check.js';

/**
 * Prepares a file in this process, without limits on time and memory. For an uploaded file, only the confined process that
 * `prepareMaster` starts may call this function. Tests and the demo shop call it for their own files. Only one call may run
 * at a time, because `runQpdf` replaces functions of the global `console`.
 * @throws {MasterRefused} when the file is refused
 * @throws {Error} when the program or the machine is at fault
 */
export async function prepareInProcess(source: Uint8Array): Promise<CheckedMaster> {
  refuseInvalidSource(source);
  const { bytes, repaired } = await normalise(source);
  const marks = new MarkFinder();
  const original = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  marks.readBytes(original, bytes);
  try {
    const packed = original.includes('/ObjStm') || isInflated(source.length, bytes.length);
    const options = { packed, sourceBytes: source.length };
    const firstBuild = buildOrRefuse(bytes, repaired, options);
    await marks.readObjects(bytes, SAMPLE);
    const places = await findPlaces(firstBuild, SAMPLE);
    const built = places.size === 0 ? firstBuild : buildOrRefuse(bytes, repaired, { ...options, places });
    await selfCheck(bytes, built, marks);
    refuseOwnMark(marks);
    return { master: built.master, plan: built.plan, possibleMark: marks.result() };
  } catch (error) {
    if (error instanceof MasterRefused) refuseOwnMark(marks);
    throw error;
  }
}

/**
 * Refuses a sold copy. A master made from a sold copy would show the address of its buyer to every other buyer.
 * @throws {MasterRefused} OWN_MARK
 */
function refuseOwnMark(marks: MarkFinder): void {
  const mark = marks.result();
  if (mark.certain) throw new MasterRefused('OWN_MARK', 'The file contains the mark of a copy.', mark);
}

function buildOrRefuse(normalised: Buffer, repaired: boolean, options: BuildOptions): BuiltMaster {
  try {
    return buildMaster(normalised, repaired ? ['repaired'] : [], options);
  } catch (error) {
    if (error instanceof MasterRefused) throw error;
    throw new MasterRefused('UNREADABLE', `The file cannot be understood: ${String(error)}`);
  }
}
