import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { Choice } from '../../platform/http/choice.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageSize, PageOf } from '../../platform/http/paging.js';
import { Trimmed } from '../../platform/http/change-text.js';
import { REFUND_CAUSES } from '../payments/refund-request.entity.js';
import { PURCHASE_STATES, type PurchaseState } from './purchase.entity.js';

/** The database stores amounts as 32-bit integers. */
const MAX_CENTS = 2_147_483_647;

export class AdminPurchaseFilters extends LanguageChoice {
  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;

  @ApiPropertyOptional({
    example: 'PP-2026-000042',
    description: 'Part of an order number or e-mail address, or a whole payment id',
  })
  @BlankIsMissing()
  @Trimmed()
  @IsOptional()
  @MaxLength(200, { message: 'search may have at most 200 characters' })
  @IsString({ message: 'search must be a text' })
  search?: string;

  @Choice(PURCHASE_STATES)
  status?: PurchaseState;

  @Choice(['failed'], {
    description: 'Purchases whose refund failed: Stripe refused to create it, or the bank returned the money',
  })
  refund?: 'failed';
}

export class AdminCopy {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'a4' }) kind!: string;
  @ApiProperty({ example: 'Sommerkleid Lina – A4.pdf' }) fileName!: string;
  @ApiProperty({ enum: ['marking', 'ready'] }) state!: 'marking' | 'ready';
  @ApiProperty({ type: 'integer', description: 'Failed attempts to mark the copy' }) failures!: number;
  @ApiProperty({ type: 'integer' }) downloadCount!: number;
}

export class AdminRefund {
  @ApiProperty({ enum: REFUND_CAUSES }) cause!: (typeof REFUND_CAUSES)[number];
  @ApiProperty({ enum: ['requested', 'refunded', 'failed'] }) state!: 'requested' | 'refunded' | 'failed';
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ format: 'date-time' }) requestedAt!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Why Stripe refused the refund or the bank returned it' })
  failure!: string | null;
}

/** Who or what caused a refund: a cause of the shop's requests, Stripe's dashboard, or a lost dispute. */
const REFUND_ORIGINS = [...REFUND_CAUSES, 'dashboard', 'dispute'] as const;

/** A refund that is made, requested or failed. */
export class AdminRefundPart {
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Null if the shop did not request it' })
  requestId!: string | null;
  @ApiProperty({ type: 'integer', description: 'Minor units', example: 300 }) cents!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was made, or requested while it is not made' }) at!: string;
  @ApiProperty({ enum: REFUND_ORIGINS }) source!: (typeof REFUND_ORIGINS)[number];
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ enum: ['requested', 'refunded', 'failed'] }) state!: 'requested' | 'refunded' | 'failed';
  @ApiProperty({ type: String, nullable: true, description: 'Why Stripe refused the refund or the bank returned it' })
  failure!: string | null;
}

/** A purchase in the administration. */
export class AdminPurchase {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ format: 'uuid' }) patternId!: string;
  @ApiProperty({ example: 'Sommerkleid Lina' }) patternTitle!: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Null for a guest' }) buyerId!:
    | string
    | null;
  @ApiProperty({ example: 'buyer@example.com' }) buyerEmail!: string;
  @ApiProperty({ enum: PURCHASE_STATES }) status!: PurchaseState;
  @ApiProperty({ type: 'integer', description: 'Gross, minor units', example: 1290 }) amountCents!: number;
  @ApiProperty({ type: 'integer', description: 'Total refunded, minor units', example: 0 }) refundedCents!: number;
  @ApiProperty({ type: 'integer', description: 'Requested and not refunded yet, minor units', example: 0 })
  requestedCents!: number;
  @ApiProperty({ example: 'EUR' }) currency!: string;
  @ApiProperty({ example: 'DE' }) country!: string;
  @ApiProperty({ type: String, nullable: true, example: 'DE', description: 'Country of the card' })
  cardCountry!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'PaymentIntent id' }) paymentId!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) paidAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) refundedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) receiptSentAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) downloadExpiresAt!: string | null;
  @ApiProperty({ type: AdminRefund, nullable: true, description: 'The request to refund all that is left' })
  refund!: AdminRefund | null;
  @ApiProperty({ type: [AdminRefundPart], description: 'All refunds, also partial ones, the oldest first' })
  refunds!: AdminRefundPart[];
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['open', 'won', 'lost', null],
    description: 'State of the chargeback dispute',
  })
  dispute!: 'open' | 'won' | 'lost' | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Disputed amount, minor units', example: 1290 })
  disputeAmountCents!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Stripe’s fee for the dispute, minor units' })
  disputeFeeCents!: number | null;
  @ApiProperty({ type: [AdminCopy] }) copies!: AdminCopy[];
  @ApiProperty({ type: [String], example: ['RE-2026-000042'] }) invoiceNumbers!: string[];
}

export class AdminPurchasePage extends PageOf('purchases', AdminPurchase) {}

export class RefundPurchase {
  @ApiPropertyOptional({
    maxLength: 500,
    example: 'The buyer ordered the wrong size',
    description: 'For the shop’s own records. Required with amountCents',
  })
  @Trimmed()
  @BlankIsMissing()
  @IsOptional()
  @MaxLength(500, { message: 'reason may have at most 500 characters' })
  @IsString({ message: 'reason must be a text' })
  reason?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 300,
    description: 'The part to refund, minor units; all that is left by default',
  })
  @IsOptional()
  @Max(MAX_CENTS, { message: 'amountCents is too large' })
  @Min(1, { message: 'amountCents must be at least 1' })
  @IsInt({ message: 'amountCents must be a whole number of cents' })
  amountCents?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    example: 0,
    description:
      'The sum of refundedCents and requestedCents that the administrator saw. Required with amountCents: if another refund has changed the sum, the request is refused with REFUND_CHANGED',
  })
  @IsOptional()
  @Max(MAX_CENTS, { message: 'refundedCents is too large' })
  @Min(0, { message: 'refundedCents must be at least 0' })
  @IsInt({ message: 'refundedCents must be a whole number of cents' })
  refundedCents?: number;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'A failed request to make again, with its amount and its reason. Excludes amountCents',
  })
  @BlankIsMissing()
  @IsOptional()
  @IsUUID(undefined, { message: 'requestId must be the id of a refund request of this purchase' })
  requestId?: string;
}

export class RefundState {
  @ApiProperty({ format: 'uuid' }) purchaseId!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ enum: ['requested', 'refunded'], description: '`requested` until Stripe has created the refund' })
  state!: 'requested' | 'refunded';
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Null if the shop requested no refund' })
  requestId!: string | null;
  @ApiProperty({ type: 'integer', description: 'Gross, minor units', example: 1290 }) amountCents!: number;
  @ApiProperty({ type: 'integer', description: 'Total refunded, minor units', example: 0 }) refundedCents!: number;
  @ApiProperty({ type: 'integer', description: 'Requested and not refunded yet, minor units', example: 300 })
  requestedCents!: number;
  @ApiProperty({ example: 'EUR' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) requestedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) refundedAt!: string | null;
}
