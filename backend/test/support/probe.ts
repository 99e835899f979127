import { freePort } from '#sandbox/free-port.ts';
import type { Program, Programs } from './programs.js';
import { until } from './settles.js';

/** What a process says on its management port. */
export async function probe(port: number, path: string): Promise<{ status: number; said: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, said: await answer.text() };
}

export interface Probed extends Program {
  port: number;
}

/** A program with a management port. @returns once it says that it is ready. @throws Error with what it says instead */
export async function startProbed(
  programs: Programs,
  name: 'api' | 'workers',
  env: Record<string, string>,
  port?: number,
): Promise<Probed> {
  const chosen = port ?? (await freePort());
  const program = await programs.start(name, { ...env, MANAGEMENT_PORT: String(chosen) });
  let said = 'nothing';
  await until('it is ready', async () => {
    const answer = await probe(chosen, '/ready');
    ({ said } = answer);
    return answer.status === 200;
  }).catch((error: Error) => {
    throw new Error(`${error.message}: ${name} says ${said}`);
  });
  return { ...program, port: chosen };
}
