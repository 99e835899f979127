import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { deleteMails, fetchAttachment, listMails, startMail, type Mail } from './mail.ts';

async function send(mail: Mail, subject: string): Promise<void> {
  const transport = createTransport(mail.smtpUrl);
  await transport.sendMail({
    from: '"Schnittmuster" <shop@example.test>',
    to: '"Lina Groß" <lina@example.test>',
    subject,
    text: 'Grüße',
    html: '<p>Grüße</p>',
    attachments: [{ filename: 'Beleg.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }],
  });
  transport.close();
}

describe('the mail server of npm start', () => {
  it('lists the sent mails, oldest first, until they are deleted', async () => {
    const mail = await startMail({ smtpPort: 0, webPort: 0 });
    try {
      await send(mail, 'Bestätigung für Dich');
      await send(mail, 'Zweite');
      const mails = await listMails(mail.webUrl);
      expect(mails.map(({ subject }) => subject)).toEqual(['Bestätigung für Dich', 'Zweite']);
      expect(mails[0]).toMatchObject({
        to: [{ address: 'lina@example.test', name: 'Lina Groß' }],
        html: expect.stringContaining('<p>Grüße</p>') as string,
        attachments: [{ filename: 'Beleg.pdf', contentType: 'application/pdf' }],
      });
      const { generatedFileName } = mails[0]!.attachments[0]!;
      expect(String(await fetchAttachment(mail.webUrl, mails[0]!, generatedFileName))).toBe('%PDF-1.7');
      await deleteMails(mail.webUrl);
      expect(await listMails(mail.webUrl)).toEqual([]);
    } finally {
      await mail.close();
    }
  });

  it('closes within two seconds despite an open connection, and has its mails again at the next start', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'mail-spec-'));
    const first = await startMail({ smtpPort: 0, webPort: 0, directory });
    const pool = createTransport({ pool: true, url: first.smtpUrl });
    await pool.sendMail({ from: 'a@example.test', to: 'b@example.test', subject: 'Bleibt', text: 'x' });
    const before = Date.now();
    await first.close();
    expect(Date.now() - before).toBeLessThan(2000);
    pool.close();

    const second = await startMail({ smtpPort: 0, webPort: 0, directory });
    expect((await listMails(second.webUrl)).map(({ subject }) => subject)).toEqual(['Bleibt']);
    await second.close();
    expect(existsSync(directory)).toBe(true);
    rmSync(directory, { recursive: true });
  });

  it('reports a port in use', async () => {
    const mail = await startMail({ smtpPort: 0, webPort: 0 });
    const { port } = new URL(mail.smtpUrl);
    await expect(startMail({ smtpPort: Number(port), webPort: 0 })).rejects.toThrow(/EADDRINUSE/);
    await mail.close();
  });
});
