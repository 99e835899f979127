import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';
import { Required } from '../platform/http/required.js';

const STATES = ['none', 'requested'] as const;
const NO_TOKEN = 'token is missing: it is in the link of the mail';
const TOKEN = { example: 'Zr0ZQ0bWJ7c5kQ2v8mJp1n3yTq6xLw9aBd4eFg5hIjk' };
const ERASES_AT = {
  type: String,
  nullable: true,
  format: 'date-time',
  description: 'When the account will be erased; until then the deletion can be undone',
} as const;

export class DeletionForm {
  @ApiPropertyOptional({
    example: 'Kreuzstich7',
    description: 'Without a password, the owner must confirm the deletion by mail',
  })
  @BlankIsMissing()
  @IsOptional()
  @MaxLength(1000, { message: 'password must be a text of at most 1000 characters' })
  @IsString({ message: 'password must be a text' })
  password?: string;
}

export class DeletionConfirmation {
  @ApiProperty({ ...TOKEN, description: 'From the link in the confirmation mail; valid for an hour' })
  @Required(NO_TOKEN)
  token!: string;
}

export class UndoForm {
  @ApiPropertyOptional({ ...TOKEN, description: 'From the link in the mail; required without a bearer token' })
  @BlankIsMissing()
  @IsOptional()
  @IsString({ message: NO_TOKEN })
  token?: string;
}

export class DeletionState {
  @ApiProperty({ enum: STATES }) state!: (typeof STATES)[number];
  @ApiProperty(ERASES_AT) erasesAt!: string | null;
}

export class DeletionStarted extends DeletionState {
  @ApiProperty({
    enum: ['none', 'mail'],
    description: '`mail`: the owner must confirm the deletion with the link in a mail',
  })
  confirmation!: 'none' | 'mail';
}
