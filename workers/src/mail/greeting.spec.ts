import type { FactorChange } from '#backend/accounts/accounts.events.js';
import { mailMessages } from './mail-messages.js';
import { type MailProps, renderMail } from './render-mail.js';
import { sampleMails } from '../../../backend/test/support/sample-mails.js';

const mails = (Object.keys(sampleMails) as (keyof MailProps)[]).map((mail) => ({ mail, props: sampleMails[mail] }));
const changes = (Object.keys(mailMessages.en.secondFactorChanged.change) as FactorChange[]).map((change) => ({
  mail: 'secondFactorChanged' as const,
  props: { ...sampleMails.secondFactorChanged, change },
}));

it.each([...mails, ...changes])(
  'the first sentence of an English mail starts with a capital letter ($mail)',
  async ({ mail, props }) => {
    const { text } = await renderMail(mail, 'en', props);
    expect(text).toMatch(/={3,}\n\n(Hello[^\n]*,\n\n|(?!Hello))\p{Lu}/u);
  },
);
