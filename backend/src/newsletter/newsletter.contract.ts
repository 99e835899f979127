import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, MaxLength } from 'class-validator';
import { normalisedEmail } from '../platform/mail/email-address.js';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';
import { IsAddress } from '../platform/http/is-address.js';
import { Required } from '../platform/http/required.js';
import { LANGUAGES, type Language } from '../platform/language.js';
import { ChangeText } from '../platform/http/change-text.js';

export class SubscribeForm {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'kaethe@example.com' })
  @ChangeText(normalisedEmail)
  @IsAddress()
  email!: string;

  @ApiPropertyOptional({ enum: LANGUAGES, default: 'de', description: 'The language of the newsletter', example: 'de' })
  @BlankIsMissing()
  @IsOptional()
  @IsIn(LANGUAGES, { message: 'locale must be de or en' })
  locale?: Language;
}

export class NewsletterToken {
  @ApiProperty({
    description: 'From the link in a mail',
    maxLength: 200,
    example: 'q3Jm0rX9vT2bKc7WnLh5sDfYg1aEoPzU8iRxB6tMw4k',
  })
  @MaxLength(200, { message: 'token may have at most 200 characters' })
  @Required('token is required')
  token!: string;
}
