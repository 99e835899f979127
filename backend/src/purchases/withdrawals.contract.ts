import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { normalisedEmail } from '../platform/email-address.js';
import { Blank } from '../platform/http/blank.js';
import { IsAddress } from '../platform/http/is-address.js';
import { PageNumber, PageSize } from '../platform/http/paging.js';
import { LANGUAGES, type Language } from '../platform/language.js';

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
  @IsString({ message: 'Please enter your name' })
  @IsNotEmpty({ message: 'Please enter your name' })
  @MaxLength(120, { message: 'The name may have at most 120 characters' })
  name!: string;

  @ApiProperty({ format: 'email', example: 'buyer@example.com', description: 'Gets the confirmation of receipt' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalisedEmail(value) : value))
  @IsAddress()
  @IsNotEmpty({ message: 'Email is required' })
  @IsString({ message: 'Email is required' })
  email!: string;

  @ApiProperty({
    maxLength: 200,
    example: 'PP-2026-000042',
    description: 'Which contract is meant: the order number, or in words what was bought and when',
  })
  @Line()
  @IsString({ message: 'Please enter the order number, or what you bought and when' })
  @IsNotEmpty({ message: 'Please enter the order number, or what you bought and when' })
  @MaxLength(200, { message: 'This may have at most 200 characters' })
  order_number!: string;

  @ApiPropertyOptional({ enum: LANGUAGES, description: 'Of the declaration and of the mail' })
  @Blank()
  @IsOptional()
  @IsIn(LANGUAGES, { message: 'locale must be de or en' })
  locale?: Language;
}

export class WithdrawalReceived {
  @ApiProperty({ example: 'WR-2026-000042' }) reference!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty({ description: 'What was declared, in the language of the declaration' }) text!: string;
  @ApiProperty({ example: '2026-11-21' }) textVersion!: string;
  @ApiProperty({ example: 'Käthe Käufer' }) name!: string;
  @ApiProperty({ example: 'buyer@example.com' }) email!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
}

export class WithdrawalFilters {
  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
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
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The order, where it is certain' })
  purchaseId!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'PP-2026-000042' }) orderNumber!: string | null;
  @ApiProperty({ type: String, nullable: true, enum: ['pending', 'paid', 'refunded', 'cancelled', null] })
  purchaseStatus!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) receiptSentAt!: string | null;
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
