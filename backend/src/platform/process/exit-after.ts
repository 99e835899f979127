/** Exits with 0 when everything has ended in good order, and with 1 when that fails or takes longer than `withinMs`. */
export async function exitAfter(ending: Promise<unknown>, withinMs: number): Promise<never> {
  const timer = setTimeout(() => fail(`not ended within ${withinMs} ms`), withinMs);
  try {
    await ending;
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
