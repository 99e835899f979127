import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsNumber, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { CURRENCIES } from './currencies.js';
import { LicenceForm } from '../../platform/licence.js';
import { CATEGORIES, type Category, LEVELS, type Level } from './pattern.entity.js';
import {
  Lines,
  OneLine,
  Price,
  Prose,
  Rows,
  TrimmedProse,
  OptionalLine,
  OptionalProse,
  OptionalLines,
  OptionalFields,
} from './text-rules.js';

class SizeChartForm {
  @ApiProperty({ type: [String], example: ['Größe', 'Brust', 'Taille'] })
  @Lines(12, 40)
  columns!: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['36', '84', '66']],
  })
  @Rows(60, 12)
  rows!: string[][];
}

class FabricLengthForm {
  @ApiProperty({ example: '36' }) @OneLine(1, 20) size!: string;

  @ApiProperty({ description: 'metres', example: 1.5 })
  @Min(0, { message: 'm must be between 0 and 100' })
  @Max(100, { message: 'm must be between 0 and 100' })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'm must be a number of metres with at most two decimals' })
  m!: number;
}

class FabricForm {
  @ApiProperty({ description: 'centimetres', example: 140 })
  @Min(10, { message: 'width_cm must be between 10 and 1000' })
  @Max(1000, { message: 'width_cm must be between 10 and 1000' })
  @IsNumber({ maxDecimalPlaces: 1 }, { message: 'width_cm must be a number of centimetres with at most one decimal' })
  width_cm!: number;

  @ApiProperty({ type: [FabricLengthForm] })
  @ArrayMaxSize(40, { message: 'meters may have at most 40 entries' })
  @ValidateNested({ each: true })
  @Type(() => FabricLengthForm)
  @IsArray({ message: 'meters must be a list' })
  meters!: FabricLengthForm[];
}

/** The details of a pattern. All of them are optional. */
class DetailFields {
  @OptionalLines(40, 20, { description: 'From the smallest to the largest', example: ['34', '36', '38'] })
  sizes?: string[];

  @OptionalFields(SizeChartForm)
  size_chart?: SizeChartForm;

  @OptionalLines(30, 120, { example: ['Leinen', 'Viskose'] })
  materials?: string[];

  @OptionalLines(30, 120, { example: ['Nähmaschine', 'Bügeleisen'] })
  tools?: string[];

  @OptionalLines(30, 120, { example: ['8 Knöpfe, 12 mm'] })
  notions?: string[];

  @ApiPropertyOptional({ type: [FabricForm] })
  @IsOptional()
  @ArrayMaxSize(6, { message: 'fabric may have at most 6 entries' })
  @ValidateNested({ each: true })
  @Type(() => FabricForm)
  @IsArray({ message: 'fabric must be a list' })
  fabric?: FabricForm[];

  @OptionalLine(200, { example: '1 cm enthalten' })
  seam_allowance?: string;

  @OptionalLines(30, 120, { example: ['Reißverschluss einnähen'] })
  techniques?: string[];

  @OptionalProse(2000, { example: 'Fällt groß aus.' })
  notes?: string;

  @ApiPropertyOptional({ type: [String], description: 'ISO 639-1 codes', example: ['de', 'en'] })
  @IsOptional()
  @Matches(/^[a-z]{2}$/, { each: true, message: 'instructions_languages must be two-letter codes such as de' })
  @ArrayMaxSize(10, { message: 'instructions_languages may have at most 10 entries' })
  @IsArray({ message: 'instructions_languages must be a list' })
  instructions_languages?: string[];

  @OptionalFields(LicenceForm, {
    description: 'What the buyer may do with the sewn pieces; the same in all languages. By default `private`',
    example: { kind: 'small-series', pieces: 50 },
  })
  licence?: LicenceForm;
}

class TextFields extends DetailFields {
  @ApiProperty({ minLength: 3, maxLength: 120, example: 'Sommerkleid Lina' })
  @TrimmedProse()
  @OneLine(3, 120)
  title!: string;

  @ApiProperty({ minLength: 20, maxLength: 5000, example: 'Ein leichtes Kleid mit Taschen, für Webware.' })
  @TrimmedProse()
  @Prose(20, 5000)
  description!: string;

  @OptionalLine(60, { example: '4 Stunden' })
  estimated_time?: string;

  @OptionalLines(10, 40, { maxItems: 10, example: ['Sommer', 'Webware'] })
  tags?: string[];
}

export class TranslationFields extends PartialType(TextFields) {}

class Translations {
  @OptionalFields(TranslationFields)
  de?: TranslationFields;

  @OptionalFields(TranslationFields)
  en?: TranslationFields;
}

/** A new pattern. The request cannot set the designer, the status or the view count. */
export class NewPattern extends TextFields {
  @ApiProperty({ enum: CATEGORIES })
  @IsIn(CATEGORIES, { message: `category must be one of ${CATEGORIES.join(', ')}` })
  category!: Category;

  @ApiProperty({ enum: LEVELS })
  @IsIn(LEVELS, { message: `difficulty_level must be one of ${LEVELS.join(', ')}` })
  difficulty_level!: Level;

  @ApiProperty({ type: 'integer', description: 'Gross, in minor units: 0, or 100 to 25000', example: 1290 })
  @Price()
  price!: number;

  @ApiPropertyOptional({ enum: CURRENCIES, default: 'EUR' })
  @IsOptional()
  @IsIn(CURRENCIES, { message: `currency must be ${CURRENCIES.join(' or ')}` })
  currency?: (typeof CURRENCIES)[number];

  @ApiPropertyOptional({
    enum: LANGUAGES,
    description: 'The language of the texts; by default the language of the account',
  })
  @IsOptional()
  @IsIn(LANGUAGES, { message: 'language must be de or en' })
  language?: Language;

  @OptionalFields(Translations, { description: 'The texts in the other language' })
  translations?: Translations;
}

/** Changes of a pattern. A field that the form does not contain stays unchanged. */
export class PatternChanges extends PartialType(NewPattern) {
  @OptionalLines(8, 200, { description: 'All pictures of the pattern, in the new order' })
  preview_images?: string[];
}
