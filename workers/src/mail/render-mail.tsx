import type { Language } from '#backend/platform/language.js';
import { render } from '@react-email/render';
import { MailHtml } from './mail-html.js';
import { mailText } from './mail-text.js';
import type { MailContent } from './mail-content.js';
import { oneLine } from './mail-format.js';
import type { Seller } from './seller.js';
import { accountErased, type AccountErasedProps } from './templates/account-erased.js';
import { accountRestored, type AccountRestoredProps } from './templates/account-restored.js';
import { accountSuspended, type AccountSuspendedProps } from './templates/account-suspended.js';
import { copyReady, type CopyReadyProps } from './templates/copy-ready.js';
import { deletionRequested, type DeletionRequestedProps } from './templates/deletion-requested.js';
import { expiringLink, type ExpiringLinkProps } from './templates/expiring-link.js';
import { exportReady, type ExportReadyProps } from './templates/export-ready.js';
import { newVersion, type NewVersionProps } from './templates/new-version.js';
import { newsletterWelcome, type NewsletterWelcomeProps } from './templates/newsletter-welcome.js';
import { passwordChanged, type PasswordChangedProps } from './templates/password-changed.js';
import { receipt, type ReceiptProps } from './templates/receipt.js';
import { refunded, type RefundedProps } from './templates/refunded.js';
import { secondFactorChanged, type SecondFactorChangedProps } from './templates/second-factor-changed.js';
import { withdrawalReceived, type WithdrawalReceivedProps } from './templates/withdrawal-received.js';

/** Every mail of the shop and its data. */
export interface MailProps {
  verification: ExpiringLinkProps;
  passwordReset: ExpiringLinkProps;
  passwordChanged: PasswordChangedProps;
  receipt: ReceiptProps;
  copyReady: CopyReadyProps;
  newVersion: NewVersionProps;
  refunded: RefundedProps;
  withdrawalReceived: WithdrawalReceivedProps;
  exportReady: ExportReadyProps;
  deletionConfirmation: ExpiringLinkProps;
  deletionRequested: DeletionRequestedProps;
  accountErased: AccountErasedProps;
  newsletterConfirmation: ExpiringLinkProps;
  newsletterWelcome: NewsletterWelcomeProps;
  secondFactorChanged: SecondFactorChangedProps;
  accountSuspended: AccountSuspendedProps;
  accountRestored: AccountRestoredProps;
}

type Template<Props> = (props: Props, locale: Language) => MailContent;

const templates: { [Name in keyof MailProps]: Template<MailProps[Name]> } = {
  verification: expiringLink('verification'),
  passwordReset: expiringLink('passwordReset'),
  passwordChanged,
  receipt,
  copyReady,
  newVersion,
  refunded,
  withdrawalReceived,
  exportReady,
  deletionConfirmation: expiringLink('deletionConfirmation'),
  deletionRequested,
  accountErased,
  newsletterConfirmation: expiringLink('newsletterConfirmation'),
  newsletterWelcome,
  secondFactorChanged,
  accountSuspended,
  accountRestored,
};

export const MAIL_NAMES = Object.keys(templates) as (keyof MailProps)[];

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Renders a mail in one language. Its values are sanitised, so that they cannot add lines, headers or markup. */
export async function renderMail<Name extends keyof MailProps>(
  name: Name,
  locale: Language,
  props: MailProps[Name],
): Promise<RenderedMail> {
  const safe = sanitise(props);
  const seller: Seller = safe.seller;
  const content = templates[name](safe, locale);
  const html = await render(<MailHtml content={content} seller={seller} locale={locale} />);
  return { subject: content.subject, html, text: mailText(content, seller, locale) };
}

/** Applies `oneLine` to every string of a value. */
function sanitise<Value>(value: Value): Value {
  const sanitisePart = (part: unknown): unknown => {
    if (typeof part === 'string') return oneLine(part);
    if (Array.isArray(part)) return part.map(sanitisePart);
    if (part === null || typeof part !== 'object' || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, nested]) => [key, sanitisePart(nested)]));
  };
  return sanitisePart(value) as Value;
}
