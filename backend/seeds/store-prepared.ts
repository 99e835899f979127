import { storeMaster } from '#workers/catalogue/store-master.js';
import type { Files } from '../src/platform/storage/files.js';
import type { DrawnFile } from './goods-types.js';

/** Stores a master that came with the drawn goods. @returns what is recorded of it */
export function storePrepared(files: Files, fileId: string, prepared: DrawnFile['prepared']) {
  // A deserialised Buffer may be a plain array of bytes.
  const { buffer, byteOffset, byteLength } = prepared.master;
  return storeMaster(files, fileId, { ...prepared, master: Buffer.from(buffer, byteOffset, byteLength) });
}
