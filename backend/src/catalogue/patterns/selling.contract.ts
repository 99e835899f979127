import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { PatternCard } from '../catalogue.contract.js';
import { TranslationFields } from './pattern-form.js';
import { STATUSES, type Status } from './pattern.entity.js';
import { DecisionStatement } from '../moderation/decisions.contract.js';
import { OwnFile, OwnPicture } from '../files/uploads.contract.js';

const MISSING = ['files', 'preview_images'] as const;

/** A pattern as its designer sees it. */
export class OwnPatternCard extends PatternCard {
  @ApiProperty({ enum: STATUSES }) status!: Status;
  @ApiProperty({ enum: LANGUAGES, description: 'The main language of the texts' }) language!: Language;
  @ApiProperty({ enum: MISSING, isArray: true, description: 'What the pattern still needs before it can be published' })
  missing!: (typeof MISSING)[number][];
  @ApiProperty({ type: String, nullable: true, description: "While hidden: the moderators' reason" })
  hidden_reason!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published_at!: string | null;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class OwnPatternList {
  @ApiProperty({ type: [OwnPatternCard] }) patterns!: OwnPatternCard[];
}

class OwnTranslations {
  @ApiPropertyOptional({ type: TranslationFields }) de?: TranslationFields;
  @ApiPropertyOptional({ type: TranslationFields }) en?: TranslationFields;
}

export class OwnPattern extends OwnPatternCard {
  @ApiProperty({ type: OwnTranslations, description: 'The texts in all languages, in the shape of the request' })
  translations!: OwnTranslations;
  @ApiProperty({ type: [OwnFile], description: 'Every version, the newest of each kind first' }) files!: OwnFile[];
  @ApiProperty({ type: [OwnPicture] }) pictures!: OwnPicture[];
  @ApiProperty({ type: [DecisionStatement], description: 'The newest decisions of the moderators' })
  statements!: DecisionStatement[];
}

export class DesignerView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Atelier Nordlicht' }) name!: string;
  @ApiProperty({ example: 'atelier-nordlicht' }) slug!: string;
  @ApiProperty({ type: String, nullable: true }) bio!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '/media/designer-atelier-nordlicht-1f3a.webp' })
  avatar_url!: string | null;
  @ApiProperty({ type: 'integer', description: 'Published patterns' }) patternCount!: number;
}

export class DesignerList {
  @ApiProperty({ type: [DesignerView] }) designers!: DesignerView[];
}
