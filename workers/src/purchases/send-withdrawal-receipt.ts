import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RecordWithdrawalReceiptSent } from '#backend/purchases/withdrawals/commands/record-withdrawal-receipt-sent.js';
import { GetWithdrawalMail } from '#backend/purchases/withdrawals/queries/get-withdrawal-mail.js';
import { withdrawalText } from '#backend/purchases/withdrawals/withdrawal-text.js';
import { details, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { type MailMessages, mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';
import { retryRecording } from '../runtime/retry-recording.js';

interface WithdrawalReceivedProps {
  reference: string;
  receivedAt: Date;
  /** The exact text of the declaration, in the language of the mail. */
  text: string;
  /** Version of the wording of `text`. */
  textVersion: string;
  /**
   * What the sender has entered in the form. Null when the sender has not proven the address; the mail then contains no text
   * that the sender could choose.
   */
  declared: { by: string; contract: string; email: string } | null;
  /** Numbers of the orders that the shop has recognised in the declaration. */
  orders: string[];
  /**
   * `refund`: all orders in the declaration are refunded automatically. `review`: an administrator decides about the orders
   * that are not in `refunded`.
   */
  outcome: 'refund' | 'review';
  /**
   * The numbers of the orders that are refunded automatically. With `review` these are some of the orders in the
   * declaration, or none.
   */
  refunded: string[];
  /** Whether an administrator checks the refund only because it may be a second one. */
  repeated: boolean;
  seller: Seller;
}

export const withdrawalReceived = mailTemplate('withdrawalReceived', (props: WithdrawalReceivedProps, locale) => {
  const { reference, text, textVersion, declared, refunded, seller } = props;
  const receivedAt = formatMoment(props.receivedAt, locale);
  const texts = mailTexts('withdrawalReceived', locale, seller, { reference, receivedAt, orders: refunded.join(', ') });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.received),
    { kind: 'quote', text, language: locale },
    details([
      ...declaredDetails(props, texts),
      [texts.receivedAt, receivedAt],
      [texts.reference, reference],
      [texts.version, textVersion],
    ]),
    ...(declared ? [] : [paragraph(texts.unproven)]),
    heading(texts.nextTitle),
    paragraph(texts.next[nextStep(props)]),
    paragraph(texts.notYou),
  ]);
});

type Texts = MailMessages['withdrawalReceived'];

function nextStep({ outcome, refunded, repeated }: WithdrawalReceivedProps): keyof Texts['next'] {
  if (outcome === 'refund') return 'refund';
  if (refunded.length > 0) return 'partly';
  return repeated ? 'repeated' : 'review';
}

function declaredDetails({ declared, orders }: WithdrawalReceivedProps, texts: Texts): [string, string][] {
  if (!declared) return orders.length > 0 ? [[texts.contract, orders.join(', ')]] : [];
  const { by, contract, email } = declared;
  return [
    [texts.contract, contract],
    [texts.declaredBy, by],
    [texts.email, email],
  ];
}

/** Confirms that the shop has received a withdrawal, with the content, date and time of the declaration (§ 356a (4) BGB). */
@Injectable()
export class SendWithdrawalReceipt implements Job<{ withdrawalId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
  ) {}

  async run({ withdrawalId }: { withdrawalId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetWithdrawalMail(withdrawalId));
    if (!mail || mail.sentAt) return;
    await this.mails.send(withdrawalReceived, mail.locale, mail.email, executionId, {
      reference: mail.reference,
      receivedAt: mail.receivedAt,
      text: withdrawalText(mail.textVersion, mail.locale),
      textVersion: mail.textVersion,
      declared: mail.proven ? { by: mail.name, contract: mail.contract, email: mail.email } : null,
      orders: mail.orders,
      outcome: mail.outcome,
      repeated: mail.repeated,
      refunded: mail.refunded,
    });
    await retryRecording(() => this.commands.execute(new RecordWithdrawalReceiptSent(withdrawalId)));
  }
}
