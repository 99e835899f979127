import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, IsUUID, Matches, MaxLength, ValidateNested } from 'class-validator';
import { normalisedEmail } from '../platform/mail/email-address.js';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';
import { IsAddress } from '../platform/http/is-address.js';
import { Required } from '../platform/http/required.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { NumberUpTo } from '../platform/http/paging.js';
import { LANGUAGES, type Language } from '../platform/language.js';
import { FILE_KINDS } from '../platform/shop-rules.js';
import { LicenceForm, LicenceView } from '../platform/licence.js';
import { PURCHASE_STATES, type PurchaseState } from './orders/purchase.entity.js';
import { PLACES } from '../platform/tax/places.js';
import { ChangeText } from '../platform/http/change-text.js';

export class StartPayment {
  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'pattern_id must be the id of a pattern' })
  pattern_id!: string;

  @ApiProperty({
    example: 'buyer@example.com',
    description: 'Receives the receipt. Is printed on every page of the PDF',
  })
  @ChangeText(normalisedEmail)
  @IsAddress()
  @Required('Email is required')
  buyer_email!: string;

  @ApiPropertyOptional({ description: 'Waives the right of withdrawal for immediate delivery (§ 356 (5) BGB)' })
  @IsOptional()
  @IsBoolean()
  consent?: boolean;

  @ApiPropertyOptional({ enum: LANGUAGES })
  @IsOptional()
  @IsIn(LANGUAGES)
  locale?: Language;

  @ApiPropertyOptional({
    pattern: '^[A-Za-z0-9_-]{22,64}$',
    example: 'pJ5cV0uZ2mW8rQ1tXy7LdA',
    description:
      'A random id of at least 128 bits that the browser of a guest stores. For one day, the same id, address and pattern return the same order: a double click or a lost response is not charged twice. Without an id, each request creates a separate order',
  })
  @BlankIsMissing()
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{22,64}$/, { message: 'guest_key must be 22 to 64 letters, digits, - or _' })
  guest_key?: string;

  @ApiPropertyOptional({
    example: 'AT',
    description:
      'Country or territory of the buyer, a code of GET /api/payments/countries; determines the VAT in the price. Required unless the VAT is the same in all countries that the shop serves, or the pattern is free',
  })
  @BlankIsMissing()
  @ChangeText((text) => text.toUpperCase())
  @IsOptional()
  @IsIn(PLACES, { message: 'country must be the code of a country or territory' })
  country?: string;

  @ApiPropertyOptional({
    type: LicenceForm,
    description: 'The licence that the buyer has seen. If the pattern has another one, the order is refused',
    example: { kind: 'private' },
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LicenceForm)
  licence?: LicenceForm;
}

export class PaymentStarted {
  @ApiProperty({ type: String, nullable: true, description: 'Null for a free pattern: no payment is needed' })
  client_secret!: string | null;
  @ApiProperty({ format: 'uuid' }) purchase_id!: string;
  @ApiProperty({ type: String, nullable: true }) payment_intent_id!: string | null;
  @ApiProperty({ type: 'integer', description: 'Minor units' }) amount!: number;
  @ApiProperty() currency!: string;
  @ApiProperty({ enum: ['requires_payment_method', 'succeeded'] }) status!: string;
}

/**
 * `none`: the purchase has no copies, or the copies cannot be downloaded because the purchase is cancelled or refunded, or a
 * refund is requested. `awaiting-payment`: the order is pending. `waiting`: the order is paid, and the copies are made after
 * the right of withdrawal has ended. `marking`: a worker makes the copies, or the confirmation of the order is not sent yet.
 * `delayed`: a worker failed to make a copy, or needs more than a minute. `ready`: the copies can
 * be downloaded until the access expires or the download limit is reached.
 */
const COPY_STATES = ['none', 'awaiting-payment', 'waiting', 'marking', 'delayed', 'ready'] as const;
export type CopyState = (typeof COPY_STATES)[number];

export class CopyView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: FILE_KINDS }) kind!: string;
  @ApiProperty() fileName!: string;
  @ApiProperty({ type: 'integer', nullable: true }) bytes!: number | null;
  @ApiProperty({ type: 'integer' }) pages!: number;
  @ApiProperty({ type: 'integer' }) sheets!: number;
  @ApiProperty({ type: 'integer', description: 'Version of the file, counted from 1' }) version!: number;
  @ApiProperty({ type: String, nullable: true, description: 'The designer’s note on this version' })
  changelog!: string | null;
  @ApiProperty({ enum: ['marking', 'delayed', 'ready'] }) state!: 'marking' | 'delayed' | 'ready';
  @ApiProperty({ type: 'integer' }) downloadCount!: number;
  @ApiProperty({ type: 'integer' }) downloadLimit!: number;
}

export class AcceptedWaiver {
  @ApiProperty({ description: 'The accepted text' }) text!: string;
  @ApiProperty({ example: '2026-11-21' }) version!: string;
  @ApiProperty({ enum: LANGUAGES }) locale!: Language;
  @ApiProperty({ format: 'date-time' }) acceptedAt!: string;
}

/** The licence as ordered. */
export class SoldLicence extends LicenceView {
  @ApiProperty({ description: 'The text that the checkout showed' }) text!: string;
  @ApiProperty({ example: '2026-11-25' }) version!: string;
  @ApiProperty({ enum: LANGUAGES, description: 'The language of the order and the text' }) locale!: Language;
}

/** The confirmation of the order (§ 312f BGB) in the account. */
export class OrderConfirmation {
  @ApiProperty({ example: 'buyer@example.com' }) buyerEmail!: string;
  @ApiProperty({ example: 'DE' }) country!: string;
  @ApiProperty({ type: 'number', nullable: true, example: 19, description: 'Percent; null without VAT' })
  vatRate!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Included in the price, minor units' })
  vatCents!: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'Deutschland', description: 'Name of the country of the VAT' })
  vatCountry!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the purchase has no VAT, in the requested language' })
  taxNote!: string | null;
  @ApiProperty({ type: AcceptedWaiver, nullable: true }) waiver!: AcceptedWaiver | null;
  @ApiProperty({
    type: SoldLicence,
    nullable: true,
    description: 'Null for orders from before the shop had licences',
  })
  licence!: SoldLicence | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the right of withdrawal ends; null when the buyer has none, or has waived it',
  })
  withdrawableUntil!: string | null;
}

/** A purchase in its buyer's list and on the download page. */
export class PurchaseView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'Equal to `id`' }) purchaseId!: string;
  @ApiProperty() orderNumber!: string;
  @ApiProperty({ format: 'uuid' }) patternId!: string;
  @ApiProperty() patternTitle!: string;
  @ApiProperty({ enum: PURCHASE_STATES }) status!: PurchaseState;
  @ApiProperty({ enum: COPY_STATES }) copyState!: CopyState;
  @ApiProperty({ type: 'integer' }) downloadCount!: number;
  @ApiProperty({ type: 'integer' }) downloadLimit!: number;
  @ApiProperty({ type: String, nullable: true }) downloadToken!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) downloadExpiresAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'From when the files of a waiting order are made; null for every other order',
  })
  deliveryFrom!: string | null;
  @ApiProperty() canDownload!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the confirmation was mailed; always null for a free order to an address that is not proven',
  })
  receiptSentAt!: string | null;
  @ApiProperty({ type: OrderConfirmation }) confirmation!: OrderConfirmation;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the refund was requested' })
  refundRequestedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) refundedAt!: string | null;
  @ApiProperty({ type: 'integer', description: 'How often the download link can still be renewed this month' })
  renewalsLeft!: number;
  @ApiProperty({ type: [CopyView] }) files!: CopyView[];
  @ApiProperty({ type: [String] }) patternPreviewImages!: string[];
  @ApiProperty() designerName!: string;
  @ApiProperty({ format: 'date-time' }) purchaseDate!: string;
  @ApiProperty({ type: 'integer' }) amountCents!: number;
  @ApiProperty({ type: 'integer', description: 'Total refunded, also in parts, minor units' }) refundedCents!: number;
  @ApiProperty() currency!: string;
}

export class PurchaseList {
  @ApiProperty({ type: [PurchaseView] }) purchases!: PurchaseView[];
}

export class DownloadRequest {
  @ApiProperty({ description: 'The download token of a purchase' })
  @MaxLength(200, { message: 'token may have at most 200 characters' })
  @Required('token is required')
  token!: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The id of a file; without it, the first file of the purchase (A4 before others)',
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'file must be the id of a file of this purchase' })
  file?: string;
}

export class DownloadLink {
  @ApiProperty({ description: 'Presigned URL, valid for one minute' }) downloadUrl!: string;
  @ApiProperty({ type: 'integer', description: 'Seconds' }) expiresIn!: number;
  @ApiProperty() fileName!: string;
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty({ type: 'integer' }) downloadCount!: number;
}

export class RecentDownloadsFilters extends LanguageChoice {
  @NumberUpTo(50, 10)
  limit?: number;
}

export class RecentDownload {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() patternTitle!: string;
  @ApiProperty() fileName!: string;
  @ApiProperty({ type: 'integer' }) bytesDownloaded!: number;
  @ApiProperty({ format: 'date-time' }) downloadDate!: string;
  @ApiProperty() success!: boolean;
}

export class RecentDownloads {
  @ApiProperty({ type: [RecentDownload] }) downloads!: RecentDownload[];
}

export class PatternAccess {
  @ApiProperty() hasAccess!: boolean;
}
