import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { LANGUAGES, type Language } from '../language.js';
import { Blank } from './blank.js';

/** The language of the texts in a response; German by default. */
export class LanguageChoice {
  @ApiPropertyOptional({ enum: LANGUAGES, default: 'de' })
  @Blank()
  @IsOptional()
  @IsIn(LANGUAGES)
  lang?: Language;
}
