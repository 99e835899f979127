import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findInMailpit, isMailpit } from '../../e2e/support/mailpit.js';

const mails = [
  {
    ID: 'c',
    Created: '2026-11-22T10:02:00Z',
    Subject: 'Deine Rechnung',
    To: [{ Name: '', Address: 'jane@example.org' }],
  },
  {
    ID: 'b',
    Created: '2026-11-22T10:01:00Z',
    Subject: 'Bitte bestätige',
    To: [{ Name: 'J', Address: 'jane@example.org' }],
  },
  {
    ID: 'x',
    Created: '2026-11-22T10:01:00Z',
    Subject: 'Bitte bestätige',
    To: [{ Name: '', Address: 'mary-jane@example.org' }],
  },
  {
    ID: 'a',
    Created: '2026-11-22T10:00:00Z',
    Subject: 'Bitte bestätige',
    To: [{ Name: '', Address: 'jane@example.org' }],
  },
];
let server: Server;
let url: string;
const requestedPaths: string[] = [];

/** Responds as Mailpit's documentation says: the search lists the newest mail first, without texts. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    requestedPaths.push(pathname + (searchParams.get('query') ?? ''));
    const id = /^\/api\/v1\/message\/(\w+)$/.exec(pathname)?.[1];
    response.setHeader('content-type', 'application/json');
    if (pathname === '/api/v1/info') response.end(JSON.stringify({ Version: 'v1.31.2', Messages: mails.length }));
    else if (pathname === '/api/v1/search') response.end(JSON.stringify({ total: mails.length, messages: mails }));
    else if (id) response.end(JSON.stringify({ ID: id, Text: `text of ${id}`, HTML: '', Attachments: [] }));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('finds the newest mail to an address in Mailpit, with its text', async () => {
  const found = await findInMailpit(url, 'jane@example.org', /bestätige/);
  expect(found).toEqual({ subject: 'Bitte bestätige', to: [{ address: 'jane@example.org' }], text: 'text of b' });
  expect(requestedPaths).toContain('/api/v1/searchto:"jane@example.org"');
  expect(await findInMailpit(url, 'jane@example.org', /Widerruf/)).toBeUndefined();
});

it('distinguishes Mailpit from a mailbox with another API', async () => {
  expect(await isMailpit(url)).toBe(true);
  expect(await isMailpit(`${url}/elsewhere`)).toBe(false);
});
