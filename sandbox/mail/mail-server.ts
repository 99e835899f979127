import { MailDev } from 'maildev';

// startMail runs this file as a separate process and kills it, because MailDev's stop() waits until the clients have closed
// their connections.
const [smtp, web, mailDirectory] = process.argv.slice(2);
const maildev = new MailDev({
  smtp: Number(smtp),
  ip: '127.0.0.1',
  web: Number(web),
  webIp: '127.0.0.1',
  mailDirectory,
  maxEmails: 300,
  silent: true,
});

try {
  await maildev.start();
  const servers = maildev.getServers();
  process.send?.({ smtpPort: servers?.smtp.getAddress().port, webPort: servers?.api?.getAddress()?.port });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
}
process.on('disconnect', () => process.exit(0));
