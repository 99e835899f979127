import type { Language } from '#backend/platform/language.js';
import type { MailContent } from './mail-content.js';
import { mailMessages, type MailMessages } from './mail-messages.js';
import type { Seller } from './seller.js';

/** A mail, named after its texts in the locale files. */
export type MailName = Exclude<keyof MailMessages, 'frame'>;

export const MAIL_NAMES = Object.keys(mailMessages.de).filter((name): name is MailName => name !== 'frame');

export interface MailTemplate<Props extends { seller: Seller }> {
  name: MailName;
  content(props: Props, locale: Language): MailContent;
}

export const mailTemplate = <Props extends { seller: Seller }>(
  name: MailName,
  content: MailTemplate<Props>['content'],
): MailTemplate<Props> => ({ name, content });
