import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { MailRefused, MailUnavailable } from './mail-failure.js';
import { Mailer, type MailerSettings, type OutgoingMail } from './mailer.js';

const mail: OutgoingMail = {
  to: 'anne@mail.example',
  messageId: '0192f3a0-1111-7222-8333-444455556666',
  subject: 'Deine Bestellung: Röckchen „Lina“',
  html: '<p lang="de">Grüße</p>',
  text: 'Grüße\n',
  locale: 'de',
};
const closables: { close(): unknown }[] = [];

afterEach(async () => {
  for (const closable of closables.splice(0).toReversed()) await closable.close();
});

interface ReceivedMail {
  sender: string;
  recipients: string[];
  source: string;
}

/** Starts an SMTP server that stores the mails it accepts. */
async function startMailServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const recipients = rcptTo.map(({ address }) => address);
        received.push({
          sender: mailFrom ? mailFrom.address : '',
          recipients,
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closables.push({ close: () => new Promise<void>((resolve) => server.close(resolve)) });
  return { port: (server.server.address() as AddressInfo).port, received };
}

/** Starts a TCP server that passes each connection to the test and sends nothing by itself. */
async function startScriptedServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closables.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

function createMailer(port: number, settings: Partial<MailerSettings> = {}): Mailer {
  const mailer = new Mailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Musterladen <post@shop.example>',
    replyTo: 'hilfe@shop.example',
    ...settings,
  });
  closables.push(mailer);
  return mailer;
}

function replyWith(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

async function catchError(sending: Promise<void>): Promise<Error> {
  return sending.then(
    () => new Error('the mail was sent'),
    (error: Error) => error,
  );
}

describe('Mailer', () => {
  it('sends a mail with a plain-text part, an HTML part and the headers of an automatic mail', async () => {
    const { port, received } = await startMailServer();
    await createMailer(port).send({ ...mail, listUnsubscribe: 'https://shop.example/newsletter/off?t=1' });
    expect(received).toHaveLength(1);
    const { sender, recipients, source } = received[0]!;
    expect(sender).toBe('post@shop.example');
    expect(recipients).toEqual(['anne@mail.example']);
    expect(source).toContain('From: Musterladen <post@shop.example>');
    expect(source).toContain('To: anne@mail.example');
    expect(source).toContain('Reply-To: hilfe@shop.example');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('Content-Language: de');
    expect(source).toContain('List-Unsubscribe: <https://shop.example/newsletter/off?t=1>');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(source).toMatch(/multipart\/alternative/);
    expect(source).toMatch(/text\/plain[\s\S]+text\/html/);
  });

  it('keeps the Message-ID when the same mail is sent again', async () => {
    const { port, received } = await startMailServer();
    const mailer = createMailer(port);
    await mailer.send(mail);
    await mailer.send(mail);
    const ids = received.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim());
    expect(ids).toEqual(Array(2).fill('<0192f3a0-1111-7222-8333-444455556666@shop.example>'));
  });

  it.each([
    ['to', 'anne@mail.example\r\nBcc: x@evil.example'],
    ['to', 'anne@mail.example, x@evil.example'],
    ['to', '"x@evil.example" <anne@mail.example>'],
    ['subject', 'Hallo\nBcc: x@evil.example'],
    ['messageId', '1\r\nBcc: x@evil.example'],
    ['messageId', '1> <2'],
    ['listUnsubscribe', 'https://shop.example/\r\nBcc: x@evil.example'],
  ])('refuses a mail whose `%s` injects a header or a recipient: %p', async (field, value) => {
    const { port, received } = await startMailServer();
    await expect(createMailer(port).send({ ...mail, [field]: value })).rejects.toThrow(MailRefused);
    expect(received).toEqual([]);
  });

  it('refuses a `from` that contains no address, and a `replyTo` that contains a line break', () => {
    expect(() => createMailer(1, { from: 'Musterladen' })).toThrow('must be an address');
    expect(() => createMailer(1, { replyTo: 'a@shop.example\r\nBcc: b@c.example' })).toThrow('Control character');
  });

  it.each([
    [550, 'permanent', MailRefused],
    [553, 'permanent', MailRefused],
    [450, 'temporary', MailUnavailable],
    [451, 'temporary', MailUnavailable],
    [421, 'temporary', MailUnavailable],
  ])(
    'treats the reply %i to RCPT TO as a %s failure, and removes the address from the error',
    async (code, _, expected) => {
      const { port } = await startMailServer({
        onRcptTo: ({ address }, __, done) => done(replyWith(code, `5.1.1 <${address}> is not for us`)),
      });
      const error = await catchError(createMailer(port).send(mail));
      expect(error).toBeInstanceOf(expected);
      expect(error.message).toContain(String(code));
      expect(error.message).not.toContain('anne');
    },
  );

  it.each<[string, 'server' | 'mail', SMTPServerOptions]>([
    ['in the greeting', 'server', { onConnect: (_, done) => done(replyWith(421, 'later')) }],
    ['of MAIL FROM', 'server', { onMailFrom: (_, __, done) => done(replyWith(451, 'later')) }],
    ['of RCPT TO', 'mail', { onRcptTo: (_, __, done) => done(replyWith(451, 'later')) }],
    [
      'after the end of DATA',
      'mail',
      { onData: (stream, _, done) => void stream.on('end', () => done(replyWith(451, 'later'))).resume() },
    ],
  ])('says that a temporary refusal %s concerns the %s', async (_, about, options) => {
    const { port } = await startMailServer(options);
    expect(await catchError(createMailer(port).send(mail))).toMatchObject({ about });
  });

  it('sends the next mail after the server has refused the recipient of a mail', async () => {
    const { port, received } = await startMailServer({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('unknown') ? replyWith(550, 'unknown') : null),
    });
    const mailer = createMailer(port);
    const results = await Promise.all([
      catchError(mailer.send({ ...mail, to: 'unknown@mail.example' })),
      mailer.send(mail),
    ]);
    expect(results[0]).toBeInstanceOf(MailRefused);
    expect(received.map(({ recipients }) => recipients)).toEqual([['anne@mail.example']]);
  });

  it('treats the reply 554 after the end of DATA as a permanent failure, and 452 as a temporary one', async () => {
    for (const [code, expected] of [
      [554, MailRefused],
      [452, MailUnavailable],
    ] as const) {
      const { port } = await startMailServer({
        onData(stream, _, done) {
          stream.on('end', () => done(replyWith(code, 'no'))).resume();
        },
      });
      expect(await catchError(createMailer(port).send(mail))).toBeInstanceOf(expected);
    }
  });

  it('treats a 5xx reply to MAIL FROM or to the login as a temporary failure', async () => {
    const sender = await startMailServer({ onMailFrom: (_, __, done) => done(replyWith(550, 'sender not allowed')) });
    expect(await catchError(createMailer(sender.port).send(mail))).toBeInstanceOf(MailUnavailable);
    const login = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(replyWith(535, 'wrong password')),
    });
    const smtpUrl = `smtp://shop:secret@127.0.0.1:${login.port}`;
    const error = await catchError(createMailer(login.port, { smtpUrl }).send(mail));
    expect(error).toBeInstanceOf(MailUnavailable);
    expect(error.message).not.toContain('secret');
  });

  it('treats an unreachable mail server as a temporary failure', async () => {
    const port = await startScriptedServer(() => undefined);
    await closables.pop()!.close();
    expect(await catchError(createMailer(port).send(mail))).toBeInstanceOf(MailUnavailable);
  });

  it('treats a connection lost before the final reply as a temporary failure, and sends the mail only once', async () => {
    let completeMails = 0;
    const port = await startScriptedServer((socket) => {
      socket.write('220 ready\r\n');
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        if (received.endsWith('\r\n.\r\n')) {
          completeMails += 1;
          socket.destroy();
        } else if (!received.includes('DATA\r\n')) {
          socket.write('250 go on\r\n');
        } else if (received.endsWith('DATA\r\n')) {
          socket.write('354 send it\r\n');
        }
      });
    });
    expect(await catchError(createMailer(port).send(mail))).toBeInstanceOf(MailUnavailable);
    expect(completeMails).toBe(1);
  });

  it('times out when the server sends no greeting', async () => {
    const port = await startScriptedServer(() => undefined);
    const timeouts = { silence: 150 };
    expect(await catchError(createMailer(port, { timeouts }).send(mail))).toBeInstanceOf(MailUnavailable);
  }, 3_000);

  it('times out when the server sends an endless greeting', async () => {
    let timer: NodeJS.Timeout | undefined;
    const port = await startScriptedServer((socket) => {
      timer = setInterval(() => socket.write('220-still starting\r\n'), 20);
    });
    const error = await catchError(createMailer(port, { timeouts: { total: 300 } }).send(mail));
    clearInterval(timer);
    expect(error).toBeInstanceOf(MailUnavailable);
    expect(error.message).toBe('The mail server took longer than 300 ms');
  }, 3_000);

  it('sends nothing after it is closed', async () => {
    const { port, received } = await startMailServer();
    const mailer = createMailer(port);
    mailer.close();
    expect(await catchError(mailer.send(mail))).toBeInstanceOf(MailUnavailable);
    expect(received).toEqual([]);
  });
});
