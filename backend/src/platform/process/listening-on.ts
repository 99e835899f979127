import { ConfigError } from '../config/config.js';

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'requires root privileges',
};

/**
 * Awaits `listening`. If it fails, the error names the setting that contains the port.
 * @throws {ConfigError} when the port is in use or not permitted
 */
export async function listeningOn(
  setting: 'PORT' | 'MANAGEMENT_PORT',
  port: number,
  listening: Promise<unknown>,
): Promise<void> {
  try {
    await listening;
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new ConfigError([`${setting}: ${port} ${reason}`]) : error;
  }
}
