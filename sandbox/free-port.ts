import { createServer } from 'node:net';

/** @returns true when no program listens on the port, neither on loopback nor on all interfaces */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

/** @returns the first free port of `preferred`, or a free port that the system chooses */
export async function freePort(preferred: readonly number[] = []): Promise<number> {
  for (const port of preferred) {
    if (port > 0 && port < 65_536 && (await isPortFree(port))) return port;
  }
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @returns why the port cannot be opened (EADDRINUSE, EACCES …), or null */
export function listenProblem(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
