import { printFailure, printReady } from './announcements.ts';
import { startShop } from './start-shop.ts';

// What `npm start` and `npm run dev` run: the shop until Ctrl-C. Starting and stopping are startShop's; here are the signals and the words.
const asked = new AbortController();
const killed = new AbortController();
let askedAt = 0;

// A closed terminal or pipe must not end this process before it has stopped the rest.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ask());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && ask(), 500).unref();

const isDev = process.argv.includes('--from-source');
const start = isDev ? (await import('./dev/start-from-source.ts')).startFromSource : startShop;

try {
  const shop = await start({ signal: asked.signal, kill: killed.signal });
  printReady(shop);
  const failure = await Promise.race([shop.failed, untilAsked()]);
  await shop.stop();
  if (failure) throw failure;
  console.log('Stopped.');
} catch (error) {
  if (asked.signal.aborted && error === asked.signal.reason) {
    console.log('Stopped.');
  } else {
    printFailure(error);
    process.exitCode = 1;
  }
}
process.exit();

function ask(): void {
  if (!asked.signal.aborted) {
    askedAt = Date.now();
    console.log('\nStopping. Press Ctrl-C again to end everything at once.');
    asked.abort();
    return;
  }
  // One Ctrl-C arrives several times: from the terminal, from npm and from the script that npm runs.
  if (Date.now() - askedAt < 1000) return;
  killed.abort();
  process.exit(130);
}

function untilAsked(): Promise<undefined> {
  return new Promise((resolve) => {
    if (asked.signal.aborted) resolve(undefined);
    asked.signal.addEventListener('abort', () => resolve(undefined));
  });
}
