import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ScriptedSmtpServer {
  url: string;
  /** `unavailable`: refuses mails temporarily (451 at MAIL FROM). `reject`: refuses mails permanently (550 at RCPT TO). */
  mode: 'accept' | 'unavailable' | 'reject';
  /** Recipients that get a 451 at RCPT TO although the mode is `accept`. */
  greylisted: Set<string>;
  /** Called when a mail is accepted, before the response is sent. */
  onAccepted: (to: string) => void;
  /** Accepted mails, oldest first. */
  accepted: { to: string; messageId: string; subject: string }[];
  /** Recipients of refused mails, one entry per attempt. */
  rejected: string[];
  close(): Promise<void>;
}

export async function startScriptedSmtpServer(): Promise<ScriptedSmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, _session, done) {
      if (mail.mode !== 'unavailable') return done();
      done(Object.assign(new Error('unavailable'), { responseCode: 451 }));
    },
    onRcptTo({ address }, _session, done) {
      if (mail.mode === 'accept' && !mail.greylisted.has(address)) return done();
      mail.rejected.push(address);
      const responseCode = mail.mode === 'reject' ? 550 : 451;
      done(Object.assign(new Error('refused by the test'), { responseCode }));
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
  const mail: ScriptedSmtpServer = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mode: 'accept',
    greylisted: new Set(),
    onAccepted: () => undefined,
    accepted: [],
    rejected: [],
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return mail;
}
