import { storeMaster } from '#workers/catalogue/store-master.js';
import type { Files } from '../src/platform/storage/files.js';
import type { DrawnFile } from './goods-types.js';

/** Stores a master of the demo shop. @returns the values for the columns of the file in `pattern_files` */
export function storePrepared(files: Files, fileId: string, prepared: DrawnFile['prepared']) {
  // After deserialisation, a Buffer can be a plain Uint8Array.
  const { buffer, byteOffset, byteLength } = prepared.master;
  return storeMaster(files, fileId, { ...prepared, master: Buffer.from(buffer, byteOffset, byteLength) });
}
