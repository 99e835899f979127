import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { Choice } from '../../platform/http/choice.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageSize, PageOf } from '../../platform/http/paging.js';
import { Trimmed } from '../../platform/http/change-text.js';
import { PURCHASE_STATES, type PurchaseState } from './purchase.entity.js';

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
  @ApiProperty({ enum: ['admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal'] })
  cause!: 'admin' | 'paid-twice' | 'buyer-erased' | 'pattern-hidden' | 'withdrawal';
  @ApiProperty({ enum: ['requested', 'refunded', 'failed'] }) state!: 'requested' | 'refunded' | 'failed';
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ format: 'date-time' }) requestedAt!: string;
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
  @ApiProperty({ type: 'integer', description: 'Minor units', example: 0 }) refundedCents!: number;
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
  @ApiProperty({ type: AdminRefund, nullable: true }) refund!: AdminRefund | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['open', 'won', 'lost', null],
    description: 'State of the chargeback dispute',
  })
  dispute!: 'open' | 'won' | 'lost' | null;
  @ApiProperty({ type: [AdminCopy] }) copies!: AdminCopy[];
  @ApiProperty({ type: [String], example: ['RE-2026-000042'] }) invoiceNumbers!: string[];
}

export class AdminPurchasePage extends PageOf('purchases', AdminPurchase) {}

export class RefundPurchase {
  @ApiPropertyOptional({
    maxLength: 500,
    example: 'The buyer ordered the wrong size',
    description: 'For the shop’s own records',
  })
  @IsOptional()
  @MaxLength(500, { message: 'reason may have at most 500 characters' })
  @IsString({ message: 'reason must be a text' })
  reason?: string;
}

export class RefundState {
  @ApiProperty({ format: 'uuid' }) purchaseId!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ enum: ['requested', 'refunded'], description: '`requested` until Stripe has created the refund' })
  state!: 'requested' | 'refunded';
  @ApiProperty({ type: 'integer', description: 'Gross, minor units', example: 1290 }) amountCents!: number;
  @ApiProperty({ type: 'integer', description: 'Minor units', example: 0 }) refundedCents!: number;
  @ApiProperty({ example: 'EUR' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) requestedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) refundedAt!: string | null;
}
