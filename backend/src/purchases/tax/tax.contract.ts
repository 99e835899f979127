import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsNumber, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { ChangeText, Trimmed } from '../../platform/http/change-text.js';
import { Choice } from '../../platform/http/choice.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageOf, PageSize } from '../../platform/http/paging.js';
import { Required } from '../../platform/http/required.js';
import { PLACES, VAT_KEYS } from '../../platform/tax/places.js';
import { TAX_SCHEMES, type TaxScheme } from '../../platform/tax/tax-scheme.js';

/** A country or territory that the buyer can state. */
export class ServedCountry {
  @ApiProperty({ example: 'AT', description: 'The value of `country` in POST /api/payments/create' }) country!: string;
  @ApiProperty({ example: 'Österreich' }) name!: string;
  @ApiProperty({
    type: 'number',
    nullable: true,
    example: 20,
    description: 'Percent included in the price; null without VAT, or when the rate of today is unknown',
  })
  vatRate!: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'Österreich', description: 'Name of the country of the VAT' })
  vatCountry!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why a sale to this country has no VAT' })
  taxNote!: string | null;
}

export class ServedCountries {
  @ApiProperty({ type: [ServedCountry] }) countries!: ServedCountry[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an order of now without the waiver would be delivered; null when the shop delivers it at once',
  })
  plannedDelivery!: string | null;
}

export class EuSales {
  @ApiProperty({ type: 'integer', example: 2026 }) year!: number;
  @ApiProperty({ type: 'integer', description: 'Net, in euro cents' }) netCents!: number;
}

export class RateCountry {
  @ApiProperty({ example: 'AT' }) country!: string;
  @ApiProperty({ example: 'Österreich' }) name!: string;
}

export class VatRate extends RateCountry {
  @ApiProperty({ type: 'number', example: 20, description: 'Percent' }) rate!: number;
  @ApiProperty({ example: '2027-01-01', description: 'The first day' }) validFrom!: string;
}

export class RateProposal extends VatRate {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) proposedAt!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Name of the administrator; null after an erasure' })
  proposedBy!: string | null;
}

export class TaxOverview {
  @ApiProperty({ enum: TAX_SCHEMES }) scheme!: TaxScheme;
  @ApiProperty({ type: [EuSales], description: 'Sales to other member states, this year and last year' })
  euSales!: EuSales[];
  @ApiProperty({ type: 'integer', description: 'Up to these sales the scheme `domestic` is allowed, in euro cents' })
  euSalesLimitCents!: number;
  @ApiProperty({ type: [VatRate] }) rates!: VatRate[];
  @ApiProperty({ type: [RateProposal], description: 'Rates that wait for a confirmation' })
  proposals!: RateProposal[];
  @ApiProperty({ type: [RateCountry], description: 'The countries and territories that have a rate' })
  rateCountries!: RateCountry[];
  @ApiProperty({ type: [RateCountry], description: 'All countries and territories in which a buyer can live' })
  places!: RateCountry[];
}

export class ProposeRateForm {
  @ApiProperty({ example: 'AT', description: 'A code of `rateCountries`' })
  @ChangeText((text) => text.trim().toUpperCase())
  @IsIn(VAT_KEYS, { message: 'country must be a country or territory with VAT of the EU' })
  @Required('Please choose a country')
  country!: string;

  @ApiProperty({ type: 'number', minimum: 1, maximum: 50, example: 20, description: 'Percent, at most two decimals' })
  @Max(50, { message: 'rate must be at most 50 percent' })
  @Min(1, { message: 'rate must be at least 1 percent' })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'rate must be a number with at most two decimals' })
  rate!: number;

  @ApiProperty({ format: 'date', example: '2027-01-01', description: 'The first day, tomorrow or later' })
  @IsISO8601({ strict: true }, { message: 'valid_from must be a day such as 2027-01-01' })
  @Matches(/^20\d\d-\d\d-\d\d$/, { message: 'valid_from must be a day such as 2027-01-01' })
  @Required('Please enter the first day')
  valid_from!: string;
}

/** The response to a change of a proposal or a review. */
export class TaxChange {
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export const PLACE_DECISIONS = ['keep', 'correct'] as const;
export type PlaceDecision = (typeof PLACE_DECISIONS)[number];
const STATES = ['open', 'document', 'decided'] as const;
export type PlaceReviewState = (typeof STATES)[number];

export class PlaceReviewFilters extends LanguageChoice {
  @Choice(STATES, { description: '`open`: needs a decision, oldest first; `document`: the invoice needs a correction' })
  state?: PlaceReviewState;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

/** A purchase whose card comes from a country with other VAT than the stated place. */
export class PlaceReview {
  @ApiProperty({ format: 'uuid', description: 'Id of the purchase' }) id!: string;
  @ApiProperty({ example: 'PP-2026-000042' }) orderNumber!: string;
  @ApiProperty({ example: 'AT', description: 'The place that the buyer stated' }) stated!: string;
  @ApiProperty({ example: 'Österreich' }) statedName!: string;
  @ApiProperty({ example: 'Deutschland', description: 'Country of the card' }) cardName!: string;
  @ApiProperty({ format: 'date-time' }) foundAt!: string;
  @ApiProperty({ type: String, nullable: true, enum: [...PLACE_DECISIONS, null] }) decision!: PlaceDecision | null;
  @ApiProperty({ type: String, nullable: true }) correctedToName!: string | null;
  @ApiProperty({ description: 'The issued invoice has other VAT than the decision requires' }) needsDocument!: boolean;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) decidedAt!: string | null;
}

export class PlaceReviewPage extends PageOf('reviews', PlaceReview) {}

export class DecidePlaceForm {
  @ApiProperty({ enum: PLACE_DECISIONS, description: '`correct` needs `country`' })
  @IsIn(PLACE_DECISIONS, { message: `decision must be ${PLACE_DECISIONS.join(' or ')}` })
  decision!: PlaceDecision;

  @ApiPropertyOptional({ example: 'AT', description: 'Country or territory of the correction' })
  @BlankIsMissing()
  @ChangeText((text) => text.trim().toUpperCase())
  @IsOptional()
  @IsIn(PLACES, { message: 'country must be the code of a country or territory' })
  country?: string;

  @ApiProperty({ maxLength: 2000, description: 'For the records' })
  @Trimmed()
  @MaxLength(2000, { message: 'reason may have at most 2000 characters' })
  @Required('Please enter a reason')
  reason!: string;
}
