import { printFailure, printReady } from './start-output.ts';
import { startShop } from './start-shop.ts';

// The program of `npm start` and `npm run dev`: runs the shop until Ctrl-C, handles signals and prints messages.
const interrupted = new AbortController();
const killed = new AbortController();
let requestedAt = 0;

// A closed terminal or pipe must not end this process before this process has stopped the other processes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => requestStop());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && requestStop(), 500).unref();

const isDev = process.argv.includes('--from-source');
const start = isDev ? (await import('./dev/start-from-source.ts')).startFromSource : startShop;

try {
  const shop = await start({ signal: interrupted.signal, kill: killed.signal });
  printReady(shop);
  const failure = await Promise.race([shop.failed, waitUntilInterrupted()]);
  await shop.stop();
  if (failure) throw failure;
  console.log('Stopped.');
} catch (error) {
  if (interrupted.signal.aborted && error === interrupted.signal.reason) {
    console.log('Stopped.');
  } else {
    printFailure(error);
    process.exitCode = 1;
  }
}
process.exit();

function requestStop(): void {
  if (!interrupted.signal.aborted) {
    requestedAt = Date.now();
    console.log('\nStopping. Press Ctrl-C again to kill all processes.');
    interrupted.abort();
    return;
  }
  // One Ctrl-C arrives several times: from the terminal, from npm and from the shell that npm starts.
  if (Date.now() - requestedAt < 1000) return;
  killed.abort();
  process.exit(130);
}

function waitUntilInterrupted(): Promise<undefined> {
  return new Promise((resolve) => {
    if (interrupted.signal.aborted) resolve(undefined);
    interrupted.signal.addEventListener('abort', () => resolve(undefined));
  });
}
