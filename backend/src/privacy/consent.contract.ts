import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn } from 'class-validator';
import { ChangeText } from '../platform/http/change-text.js';
import { CONSENT_TYPES, type ConsentType } from './consent.js';

const MESSAGE = { message: `consentTypes must be a list of one or more of ${CONSENT_TYPES.join(', ')}` };

export class ConsentForm {
  @ApiProperty({ enum: CONSENT_TYPES, isArray: true, example: ['marketing_emails'] })
  @ChangeText((text) => [text])
  @IsIn(CONSENT_TYPES, { each: true, ...MESSAGE })
  @ArrayMaxSize(20, MESSAGE)
  @ArrayNotEmpty(MESSAGE)
  @IsArray(MESSAGE)
  consentTypes!: ConsentType[];
}

class ConsentView {
  @ApiProperty({ enum: CONSENT_TYPES }) type!: ConsentType;
  @ApiProperty() granted!: boolean;
  @ApiProperty({ description: 'Whether the shop uses this consent; an unused one has no effect' })
  used!: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the user last gave it' })
  grantedAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the user withdrew it; null while it is granted',
  })
  withdrawnAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11',
    description: 'Version of the text that the user saw',
  })
  version!: string | null;
}

class ConsentEntry {
  @ApiProperty({ enum: CONSENT_TYPES }) type!: ConsentType;
  @ApiProperty() granted!: boolean;
  @ApiProperty({ example: '2026-11' }) version!: string;
  @ApiProperty({ example: 'account', description: 'Where the user gave or withdrew it' }) source!: string;
  @ApiProperty({ format: 'date-time' }) recordedAt!: string;
}

export class ConsentAnswer {
  @ApiProperty({ type: [ConsentView], description: 'One entry per type, with `granted` false by default' })
  consents!: ConsentView[];
  @ApiProperty({ type: [ConsentEntry], description: 'Newest first' }) history!: ConsentEntry[];
}
