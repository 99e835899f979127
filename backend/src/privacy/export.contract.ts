import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';

const STATES = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof STATES)[number];
const TIME = { type: String, nullable: true, format: 'date-time' } as const;

export class ExportStarted {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: STATES }) status!: ExportState;
}

export class ExportChoice {
  @ApiPropertyOptional({ description: 'By default the newest request' })
  @BlankIsMissing()
  @IsOptional()
  @IsString()
  requestId?: string;
}

export class ExportStatus {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: STATES }) status!: ExportState;
  @ApiProperty({ format: 'date-time' }) requestedAt!: string;
  @ApiProperty(TIME) readyAt!: string | null;
  @ApiProperty({ ...TIME, description: 'The archive can be downloaded until this time' }) expiresAt!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Size of the ZIP archive, in bytes' }) bytes!:
    | number
    | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Presigned URL, valid for 60 seconds; each request returns a new one',
  })
  downloadUrl!: string | null;
}
