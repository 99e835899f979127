const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Resolves when this process is told to end. Listens at once: a container's first process is deaf to what nobody listens to. */
export function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve(name));
  });
}
