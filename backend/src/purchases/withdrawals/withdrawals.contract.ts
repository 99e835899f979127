import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { normalisedEmail } from '../../platform/mail/email-address.js';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { Choice } from '../../platform/http/choice.js';
import { IsAddress } from '../../platform/http/is-address.js';
import { Required } from '../../platform/http/required.js';
import { PageNumber, PageSize, PageOf } from '../../platform/http/paging.js';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { PURCHASE_STATES } from '../orders/purchase.entity.js';
import { type Repeat, REPEATS } from './automatic-refunds.js';
import { WITHDRAWAL_DECISIONS, type WithdrawalDecision } from './withdrawal.entity.js';
import { ChangeText, Trimmed } from '../../platform/http/change-text.js';

/**
 * Reduces a text to one line without control characters and bidi overrides, because the confirmation mail repeats the text.
 */
const SingleLine = () =>
  ChangeText((text) =>
    text
      .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
      .trim()
      .normalize('NFC'),
  );

export class DeclareWithdrawal {
  @ApiProperty({ maxLength: 120, example: 'Käthe Käufer' })
  @SingleLine()
  @MaxLength(120, { message: 'The name may have at most 120 characters' })
  @Required('Please enter your name')
  name!: string;

  @ApiProperty({ format: 'email', example: 'buyer@example.com', description: 'Gets the confirmation of receipt' })
  @ChangeText(normalisedEmail)
  @IsAddress()
  @Required('Email is required')
  email!: string;

  @ApiProperty({
    maxLength: 200,
    example: 'PP-2026-000042',
    description: 'The contract: the order number, or a description of what was bought and when',
  })
  @SingleLine()
  @MaxLength(200, { message: 'This may have at most 200 characters' })
  @Required('Please enter the order number, or what you bought and when')
  order_number!: string;

  @Choice(LANGUAGES, { description: 'Language of the declaration and of the mail', message: 'locale must be de or en' })
  locale?: Language;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'g5k.dGhlLW1haWwtd2FzLXJlYW',
    description:
      'The token from the link in the confirmation of an order; it proves that the mail to this address was read. Valid for 30 days. Without it, an administrator reviews a guest’s withdrawal',
  })
  @BlankIsMissing()
  @IsOptional()
  @MaxLength(100, { message: 'proof may have at most 100 characters' })
  @IsString({ message: 'proof must be a text' })
  proof?: string;
}

export class WithdrawalReceipt {
  @ApiProperty({ example: 'WR-2026-000042' }) reference!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty({ description: 'The declared text, in the language of the declaration' }) text!: string;
  @ApiProperty({ example: '2026-11-21' }) textVersion!: string;
  @ApiProperty({ example: 'Käthe Käufer' }) name!: string;
  @ApiProperty({ example: 'buyer@example.com' }) email!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({
    description:
      'True when a confirmation is mailed. False when the sender has not proven the address (a mail may still be sent, within the limits), or when the address has reached its daily limit',
  })
  receiptMailed!: boolean;
}

const STATES = ['open', 'decided'] as const;
export type WithdrawalState = (typeof STATES)[number];

export class WithdrawalFilters {
  @Choice(STATES, { description: '`open`: needs a decision, oldest first' })
  state?: WithdrawalState;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

export class DecideForm {
  @ApiProperty({ enum: WITHDRAWAL_DECISIONS, description: '`refunded` also requests the refund of the known orders' })
  @IsIn(WITHDRAWAL_DECISIONS, { message: `decision must be ${WITHDRAWAL_DECISIONS.join(' or ')}` })
  decision!: WithdrawalDecision;

  @ApiPropertyOptional({ maxLength: 2000, description: 'Reason, for the records' })
  @BlankIsMissing()
  @Trimmed()
  @IsOptional()
  @MaxLength(2000, { message: 'note may have at most 2000 characters' })
  @IsString({ message: 'note must be a text' })
  note?: string;
}

export class WithdrawalDecided {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: WITHDRAWAL_DECISIONS }) decision!: WithdrawalDecision;
  @ApiProperty({ format: 'date-time' }) decidedAt!: string;
}

/** An order that matches the sender's account or address. */
export class WithdrawnOrder {
  @ApiProperty({ format: 'uuid' }) purchaseId!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ enum: PURCHASE_STATES }) status!: string;
  @ApiProperty({ description: 'A refund is requested or made' }) refundRequested!: boolean;
}

/** A withdrawal in the administration. */
export class AdminWithdrawal {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'WR-2026-000042' }) reference!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty() name!: string;
  @ApiProperty() email!: string;
  @ApiProperty({ description: 'The sender’s text: an order number or a description', example: 'PP-2026-000042' })
  contract!: string;
  @ApiProperty({ enum: ['refund', 'review'], description: '`review`: needs a decision' })
  outcome!: 'refund' | 'review';
  @ApiProperty({
    enum: REPEATS,
    isArray: true,
    description: 'What the refund shares with an automatic refund of the last 30 days; therefore it needs a decision',
  })
  repeats!: Repeat[];
  @ApiProperty({ type: [WithdrawnOrder], description: 'The named orders that match the sender’s account or address' })
  orders!: WithdrawnOrder[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) receiptSentAt!: string | null;
  @ApiProperty({ description: 'Whether no confirmation is mailed, because a limit of mails was reached' })
  receiptLeftOut!: boolean;
  @ApiProperty({ type: String, nullable: true, enum: [...WITHDRAWAL_DECISIONS, null] })
  decision!: WithdrawalDecision | null;
  @ApiProperty({ type: String, nullable: true }) decisionNote!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) decidedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The administrator' })
  decidedBy!: string | null;
  @ApiProperty({ description: 'The account was erased; name, address and contract are hidden after the decision' })
  restricted!: boolean;
}

export class AdminWithdrawalPage extends PageOf('withdrawals', AdminWithdrawal) {}
