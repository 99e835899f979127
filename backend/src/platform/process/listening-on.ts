import { ConfigError } from '../config/config.js';

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'is not for ordinary users',
};

/**
 * Names the setting where the system names only the port.
 * @throws ConfigError when the port cannot be had
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
