import { requiresConfirmation } from '#backend/catalogue/moderation/requires-confirmation.js';
import { previewKey } from '#backend/catalogue/files/preview-key.js';
import type { Files } from '#backend/platform/storage/files.js';
import type { Plan, PreparedMaster } from '../pdf/prepare/plan.js';
import { compilePlan, writeTail } from '../pdf/stamp/tail.js';

/**
 * Stores a master. Also stores a preview when the designer must confirm the changes to the file.
 * @returns the data that the database records about the master
 */
export async function storeMaster(files: Files, fileId: string, prepared: PreparedMaster, signal?: AbortSignal) {
  const { master, plan } = prepared;
  const { masterSha256: sha256, pages, flags } = plan;
  const key = `masters/${fileId}/${sha256}`;
  const { etag, bytes } = await files.put(key, master, 'application/octet-stream', signal);
  if (requiresConfirmation(flags))
    await files.put(previewKey(fileId), createPreview(master, plan), 'application/pdf', signal);
  return { key, etag, bytes, sha256, pages, pageSizes: pageSizes(plan), flags };
}

/** Converts a length in page units, each of `userUnit` points (1/72 inch), to whole millimetres. */
const millimetres = (length: number, userUnit: number) => Math.round((length * userUnit * 25.4) / 72);

const pageSizes = ({ sizes }: Plan) =>
  sizes.map(({ width, height, userUnit }) => ({
    width: millimetres(width, userUnit),
    height: millimetres(height, userUnit),
  }));

/** @returns the master and a tail with a placeholder mark, because a master without a tail cannot be opened */
function createPreview(master: Buffer, plan: Plan): Buffer {
  const stamp = { email: 'Vorschau / preview', orderNumber: '0', date: '2000-01-01', locale: 'de' } as const;
  const { tail } = writeTail(compilePlan(plan), { ...stamp, fileId: plan.masterSha256.slice(0, 32) });
  return Buffer.concat([master, tail]);
}
