const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Resolves at the first shutdown signal. Call it first in a program: the kernel ignores signals to PID 1 of a container
 * until there is a listener.
 */
export function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve(name));
  });
}
