/** Exits with 0 after a clean shutdown, with 1 when the shutdown fails or takes longer than `withinMs` milliseconds. */
export async function exitAfter(shutdown: Promise<unknown>, withinMs: number): Promise<never> {
  const timer = setTimeout(() => fail(`shutdown not finished within ${withinMs} ms`), withinMs);
  try {
    await shutdown;
  } catch (error) {
    fail((error as Error).stack ?? String(error));
  }
  clearTimeout(timer);
  process.exit(0);
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
