import { storeMaster } from '#workers/catalogue/store-master.js';
import type { Files } from '../src/platform/storage/files.js';
import type { Drawn } from './draw-pattern.js';

/** Stores a master that the drawing thread has prepared. @returns what is recorded of it */
export function storePrepared(files: Files, fileId: string, prepared: Drawn['files'][number]['prepared']) {
  // Between threads a Buffer becomes a plain array of bytes.
  const { buffer, byteOffset, byteLength } = prepared.master;
  return storeMaster(files, fileId, { ...prepared, master: Buffer.from(buffer, byteOffset, byteLength) });
}
