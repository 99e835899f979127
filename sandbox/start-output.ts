import { relative } from 'node:path';
import { DEFAULT_RATE_LIMIT_FACTOR } from './environment.ts';
import { projectRoot } from './project-root.ts';
import { lastLines, StartError } from './start-error.ts';
import type { Shop } from './start-shop.ts';
import { TEST_CARDS, type CardBehaviour } from './stripe/payments/test-cards.ts';

const cardMessages: Record<CardBehaviour, string> = {
  succeeds: 'is accepted',
  'is-declined': 'is declined',
  'lacks-funds': 'is declined for lack of funds',
  'asks-for-3d-secure': 'requires a confirmation (3-D Secure)',
};

/** Prints addresses, demo accounts and test cards after a successful start. */
export function printReady({ urls, demoAccounts, dataDir }: Shop): void {
  const rows: [string, string][] = [];
  if (urls.mail) rows.push(['Mailbox', urls.mail]);
  rows.push(['Operations, queues', `${urls.operations} (as admin)`], ['API documentation', `${urls.api}/docs`]);
  console.log(`\nReady: ${urls.url}\n`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(22)}${value}`);
  if (demoAccounts.length > 0) {
    console.log('\n  Demo accounts');
    const width = Math.max(...demoAccounts.map(({ email }) => email.length)) + 2;
    for (const { name, email, password } of demoAccounts) {
      console.log(`    ${name.padEnd(20)}${email.padEnd(width)}${password}`);
    }
  }
  if (urls.stripe) {
    console.log('\n  Test cards (any date in the future, any CVC)');
    for (const { number, behaviour, country } of TEST_CARDS) {
      const from = country === 'DE' ? '' : `, from ${country}`;
      console.log(`    ${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}   ${cardMessages[behaviour]}${from}`);
    }
  }
  const factor = process.env.RATE_LIMIT_FACTOR ?? DEFAULT_RATE_LIMIT_FACTOR;
  console.log(`\n  Rate limits are ${factor} times those of production (RATE_LIMIT_FACTOR).`);
  console.log(`  Data and logs are in ${shortPath(dataDir)}. Ctrl-C stops all processes.`);
}

/** Prints the end of the log of a failed start, then the reason. */
export function printFailure(error: unknown): void {
  const { message, log, stack } = error as StartError;
  if (!(error instanceof StartError)) {
    console.error(`\n${error instanceof Error && message.includes('\n') ? stack : message}`);
    return;
  }
  if (log) {
    console.error(`\nThe end of ${shortPath(log)}:`);
    for (const line of lastLines(log)) console.error(`  ${readableLine(line)}`);
  }
  console.error(`\n${message}`);
}

/** @returns message and error of a JSON log line */
function readableLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}

function shortPath(path: string): string {
  const inside = relative(projectRoot(), path);
  return inside.startsWith('..') ? path : inside;
}
