import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface FussyMail {
  url: string;
  /** What the server does with the next mails: takes them, takes none at all (451 to the sender), or refuses for good (550). */
  mood: 'accepting' | 'away' | 'refusing';
  /** Addresses that are asked to come back later, whatever the mood. */
  greylisted: Set<string>;
  /** Called when a mail was accepted, before the server says so. */
  onAccepted: (to: string) => void;
  /** Accepted mails, oldest first. */
  accepted: { to: string; messageId: string; subject: string }[];
  /** Addresses of mails that were not accepted, one entry for each try. */
  turnedAway: string[];
  close(): Promise<void>;
}

/** A mail server with moods. */
export async function startFussyMail(): Promise<FussyMail> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, _session, done) {
      if (mail.mood !== 'away') return done();
      done(Object.assign(new Error('not now'), { responseCode: 451 }));
    },
    onRcptTo({ address }, _session, done) {
      if (mail.mood === 'accepting' && !mail.greylisted.has(address)) return done();
      mail.turnedAway.push(address);
      const responseCode = mail.mood === 'refusing' ? 550 : 451;
      done(Object.assign(new Error('not now, not here'), { responseCode }));
    },
    async onData(stream, session, done) {
      let text = '';
      for await (const chunk of stream) text += String(chunk);
      const header = (name: string) => new RegExp(`^${name}: *(.*(?:\r\n[ \t].*)*)`, 'im').exec(text)?.[1] ?? '';
      mail.accepted.push({
        to: session.envelope.rcptTo[0]!.address,
        messageId: header('message-id').trim(),
        subject: header('subject'),
      });
      mail.onAccepted(session.envelope.rcptTo[0]!.address);
      done();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const mail: FussyMail = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mood: 'accepting',
    greylisted: new Set(),
    onAccepted: () => undefined,
    accepted: [],
    turnedAway: [],
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return mail;
}
