import type { FactorChange } from '#backend/accounts/accounts.events.js';
import { mailMessages } from './mail-messages.js';
import { MAIL_NAMES, type MailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';
import type { Seller } from './seller.js';
import { sampleMails, templates } from '../../../backend/test/support/sample-mails.js';

const mails = MAIL_NAMES.map((mail) => ({ mail, props: sampleMails[mail] }));
const changes = (Object.keys(mailMessages.en.secondFactorChanged.change) as FactorChange[]).map((change) => ({
  mail: 'secondFactorChanged' as const,
  props: { ...sampleMails.secondFactorChanged, change },
}));

it.each([...mails, ...changes])(
  'the first sentence of an English mail starts with a capital letter ($mail)',
  async ({ mail, props }) => {
    const template: MailTemplate<{ seller: Seller }> = templates[mail];
    const { text } = await renderMail(template, 'en', props);
    expect(text).toMatch(/={3,}\n\n(Hello[^\n]*,\n\n|(?!Hello))\p{Lu}/u);
  },
);
