const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Resolves at the first shutdown signal. Registers its listeners at once: PID 1 of a container ignores signals without
 * a handler.
 */
export function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve(name));
  });
}
