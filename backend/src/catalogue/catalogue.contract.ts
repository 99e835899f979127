import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';
import { Choice } from '../platform/http/choice.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { PageNumber, PageSize, PageOf } from '../platform/http/paging.js';
import { LicenceView } from '../platform/licence.js';
import { CATEGORIES, type Category, LEVELS, type Level } from './patterns/pattern.entity.js';
import { FILE_KINDS, type FileKind } from '../platform/shop-rules.js';

export const SORTS = ['newest', 'oldest', 'popular', 'price_asc', 'price_desc'] as const;
export type Sort = (typeof SORTS)[number];

export class PatternFilters extends LanguageChoice {
  @ApiPropertyOptional({ example: 'kleid' })
  @BlankIsMissing()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @Choice(CATEGORIES)
  category?: Category;

  @ApiPropertyOptional({ example: 'atelier-nord', description: 'Slug or id of a designer' })
  @BlankIsMissing()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  designer?: string;

  @Choice(SORTS, { default: 'newest' })
  sort?: Sort;

  @PageNumber()
  page?: number;

  @PageSize(12)
  limit?: number;
}

export class DesignerName {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() slug!: string;
}

export class PatternCard {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() title!: string;
  @ApiProperty() description!: string;
  @ApiProperty({ enum: CATEGORIES }) category!: Category;
  @ApiProperty({ enum: LEVELS }) difficulty_level!: Level;
  @ApiProperty() estimated_time!: string;
  @ApiProperty({ type: [String] }) preview_images!: string[];
  @ApiProperty({ type: 'integer' }) view_count!: number;
  @ApiProperty() designer_name!: string;
  @ApiProperty({ type: String, nullable: true }) designer_avatar!: string | null;
  @ApiProperty({ type: DesignerName }) designer!: DesignerName;
  @ApiProperty({ type: [String] }) tags!: string[];
  @ApiProperty({ type: 'integer', description: 'Gross price in minor units' }) price!: number;
  @ApiProperty({ example: 'EUR' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, example: '34–46' }) sizes!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class PatternPage extends PageOf('patterns', PatternCard) {}

class SizeChart {
  @ApiProperty({ type: [String] }) columns!: string[];
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'string' } } }) rows!: string[][];
}

class FabricLength {
  @ApiProperty() size!: string;
  @ApiProperty({ description: 'metres' }) m!: number;
}

class FabricNeed {
  @ApiProperty() width_cm!: number;
  @ApiProperty({ type: [FabricLength] }) meters!: FabricLength[];
}

export class PatternDetailsView {
  @ApiProperty({ type: [String] }) sizes!: string[];
  @ApiProperty({ type: SizeChart }) size_chart!: SizeChart;
  @ApiProperty({ type: [String] }) materials!: string[];
  @ApiProperty({ type: [String] }) tools!: string[];
  @ApiProperty({ type: [String] }) notions!: string[];
  @ApiProperty({ type: [FabricNeed] }) fabric!: FabricNeed[];
  @ApiProperty() seam_allowance!: string;
  @ApiProperty({ type: [String] }) techniques!: string[];
  @ApiProperty({ type: String, nullable: true }) notes!: string | null;
  @ApiProperty({ type: [String] }) instructions_languages!: string[];
  @ApiProperty({ type: LicenceView }) licence!: LicenceView;
}

export class PatternFileView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: FILE_KINDS }) kind!: FileKind;
  @ApiProperty() file_name!: string;
  @ApiProperty({ type: 'integer' }) pages!: number;
  @ApiProperty({ type: 'integer', description: 'Sheets of paper to print' }) sheets!: number;
  @ApiProperty({ type: 'integer' }) bytes!: number;
}

export class PatternView extends PatternCard {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'For 30 days after a reduction: the lowest price of the 30 days before the reduction, in minor units',
    example: 1490,
  })
  lowest_price_30_days!: number | null;
  @ApiProperty({ type: PatternDetailsView }) details!: PatternDetailsView;
  @ApiProperty({ type: [PatternFileView] }) files!: PatternFileView[];
}
