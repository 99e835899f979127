import { freePort } from '#sandbox/free-port.ts';
import type { Program, Programs } from './programs.js';
import { until } from './settles.js';

/** Requests a path of the management port. */
export async function probe(port: number, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, body: await response.text() };
}

export interface Probed extends Program {
  port: number;
}

/** Starts a program with a management port and waits until it is ready. @throws {Error} with the last response of /ready */
export async function startProbed(
  programs: Programs,
  name: 'api' | 'workers',
  env: Record<string, string>,
  port?: number,
): Promise<Probed> {
  const managementPort = port ?? (await freePort());
  const program = await programs.start(name, { ...env, MANAGEMENT_PORT: String(managementPort) });
  let body = 'nothing';
  await until('the program is ready', async () => {
    const response = await probe(managementPort, '/ready');
    ({ body } = response);
    return response.status === 200;
  }).catch((error: Error) => {
    throw new Error(`${error.message}: ${name} responds ${body}`);
  });
  return { ...program, port: managementPort };
}
