import { ApiProperty } from '@nestjs/swagger';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { NumberUpTo, PageNumber, PageOf } from '../platform/http/paging.js';

const ACTORS = ['you', 'staff', 'shop'] as const;

export class AuditLogChoice extends LanguageChoice {
  @PageNumber()
  page?: number;
  @NumberUpTo(200, 50, { message: 'limit must be a whole number between 1 and 200' })
  limit?: number;
}

class AuditLogEntry {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'accounts.password-changed' }) action!: string;
  @ApiProperty({
    enum: ACTORS,
    description: 'Who did it: the owner, a staff member, whose name is not given, or the shop',
  })
  actor!: (typeof ACTORS)[number];
  @ApiProperty({
    type: 'object',
    additionalProperties: { nullable: true },
    example: { type: 'marketing_emails' },
    description: 'Only ids and enum values',
  })
  details!: Record<string, string | number | boolean | null>;
  @ApiProperty({ format: 'date-time' }) occurredAt!: string;
  @ApiProperty({
    example: 'Passwort geändert',
    description: 'In the language `lang`, by default in the language of the account',
  })
  description!: string;
}

export class AuditLog extends PageOf('entries', AuditLogEntry, { entries: 'Newest first' }) {}
