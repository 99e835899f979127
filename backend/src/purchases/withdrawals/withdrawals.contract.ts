import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { normalisedEmail } from '../../platform/mail/email-address.js';
import { Blank } from '../../platform/http/blank.js';
import { IsAddress } from '../../platform/http/is-address.js';
import { Required } from '../../platform/http/required.js';
import { PageNumber, PageSize } from '../../platform/http/paging.js';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { WITHDRAWAL_DECISIONS, type WithdrawalDecision } from './withdrawal.entity.js';

/** One line of plain text: no control characters and no reversed reading direction, as it is sent back by mail. */
const Line = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
          .trim()
          .normalize('NFC')
      : value,
  );

export class DeclareWithdrawal {
  @ApiProperty({ maxLength: 120, example: 'Käthe Käufer' })
  @Line()
  @MaxLength(120, { message: 'The name may have at most 120 characters' })
  @Required('Please enter your name')
  name!: string;

  @ApiProperty({ format: 'email', example: 'buyer@example.com', description: 'Gets the confirmation of receipt' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalisedEmail(value) : value))
  @IsAddress()
  @Required('Email is required')
  email!: string;

  @ApiProperty({
    maxLength: 200,
    example: 'PP-2026-000042',
    description: 'Which contract is meant: the order number, or in words what was bought and when',
  })
  @Line()
  @MaxLength(200, { message: 'This may have at most 200 characters' })
  @Required('Please enter the order number, or what you bought and when')
  order_number!: string;

  @ApiPropertyOptional({ enum: LANGUAGES, description: 'Of the declaration and of the mail' })
  @Blank()
  @IsOptional()
  @IsIn(LANGUAGES, { message: 'locale must be de or en' })
  locale?: Language;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'g5k.dGhlLW1haWwtd2FzLXJlYW',
    description:
      'From the link in the confirmation of an order: the mail to this address was read. It holds for 30 days; without it, a guest’s declaration is taken down and answered by a person',
  })
  @Blank()
  @IsOptional()
  @MaxLength(100, { message: 'proof may have at most 100 characters' })
  @IsString({ message: 'proof must be a text' })
  proof?: string;
}

export class WithdrawalReceived {
  @ApiProperty({ example: 'WR-2026-000042' }) reference!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty({ description: 'What was declared, in the language of the declaration' }) text!: string;
  @ApiProperty({ example: '2026-11-21' }) textVersion!: string;
  @ApiProperty({ example: 'Käthe Käufer' }) name!: string;
  @ApiProperty({ example: 'buyer@example.com' }) email!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({
    description:
      'True when a mail is certain. False when the address is not proven to be the sender’s (the mail then goes out unless there were many), or has been sent so many today that this one gets none',
  })
  receiptMailed!: boolean;
}

const STATES = ['open', 'decided'] as const;
export type WithdrawalState = (typeof STATES)[number];

export class WithdrawalFilters {
  @ApiPropertyOptional({ enum: STATES, description: '`open`: somebody has to answer, the oldest first' })
  @Blank()
  @IsOptional()
  @IsIn(STATES)
  state?: WithdrawalState;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

export class DecideForm {
  @ApiProperty({ enum: WITHDRAWAL_DECISIONS, description: '`refunded` also asks for the refund of the known orders' })
  @IsIn(WITHDRAWAL_DECISIONS, { message: `decision must be ${WITHDRAWAL_DECISIONS.join(' or ')}` })
  decision!: WithdrawalDecision;

  @ApiPropertyOptional({ maxLength: 2000, description: 'Why, for whoever asks later' })
  @Blank()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
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

/** An order that is certainly the sender's own. */
export class WithdrawnOrder {
  @ApiProperty({ format: 'uuid' }) purchaseId!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ enum: ['pending', 'paid', 'refunded', 'cancelled'] }) status!: string;
  @ApiProperty({ description: 'The money goes back, or has gone back' }) refundRequested!: boolean;
}

/** A withdrawal as support sees it. */
export class AdminWithdrawal {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'WR-2026-000042' }) reference!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty() name!: string;
  @ApiProperty() email!: string;
  @ApiProperty({ description: 'The contract in the words of whoever withdraws', example: 'PP-2026-000042' })
  contract!: string;
  @ApiProperty({ enum: ['refund', 'review'], description: '`review`: somebody has to look at it and answer' })
  outcome!: 'refund' | 'review';
  @ApiProperty({ type: [WithdrawnOrder], description: 'The orders that are named, where it is certain' })
  orders!: WithdrawnOrder[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) receiptSentAt!: string | null;
  @ApiProperty({ description: 'The address had been sent so many that this one was not confirmed by mail' })
  receiptLeftOut!: boolean;
  @ApiProperty({ type: String, nullable: true, enum: [...WITHDRAWAL_DECISIONS, null] })
  decision!: WithdrawalDecision | null;
  @ApiProperty({ type: String, nullable: true }) decisionNote!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) decidedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The administrator' })
  decidedBy!: string | null;
  @ApiProperty({ description: 'The account was erased; once it is answered, name, address and contract are not shown' })
  restricted!: boolean;
}

export class AdminWithdrawalPage {
  @ApiProperty({ type: [AdminWithdrawal] }) withdrawals!: AdminWithdrawal[];
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: 'integer' }) total_pages!: number;
  @ApiProperty({ type: 'integer' }) currentPage!: number;
  @ApiProperty({ type: 'integer' }) totalPages!: number;
  @ApiProperty({ type: 'integer' }) totalItems!: number;
  @ApiProperty({ type: 'integer' }) itemsPerPage!: number;
}
