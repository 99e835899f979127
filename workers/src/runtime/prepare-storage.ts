import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Files } from '#backend/platform/storage/files.js';

const PAUSE_MS = 5_000;

/**
 * Creates the bucket if it is missing, and retries until the bucket is ready. It never throws, because an unreachable
 * storage must not stop the jobs that need no storage.
 */
export async function prepareStorage(
  files: Pick<Files, 'ensureBucket'>,
  logger: Pick<Logger, 'log' | 'warn'> = new Logger('Storage'),
  pauseMs = PAUSE_MS,
): Promise<void> {
  let lastError: string | null = null;
  for (;;) {
    try {
      await files.ensureBucket();
      if (lastError !== null) logger.log('the storage is ready now');
      return;
    } catch (error) {
      const { name } = error as Error;
      if (name !== lastError) logger.warn({ err: error }, 'the storage is not ready, retrying (logged once)');
      lastError = name;
    }
    await delay(pauseMs, undefined, { ref: false });
  }
}
