import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { Blank } from '../platform/http/blank.js';

const STATES = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof STATES)[number];
const TIME = { type: String, nullable: true, format: 'date-time' } as const;

export class ExportStarted {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: STATES }) status!: ExportState;
}

export class ExportChoice {
  @ApiPropertyOptional({ description: 'The newest request when missing' })
  @Blank()
  @IsOptional()
  @IsString()
  requestId?: string;
}

export class ExportStatus {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: STATES }) status!: ExportState;
  @ApiProperty({ format: 'date-time' }) requestedAt!: string;
  @ApiProperty(TIME) readyAt!: string | null;
  @ApiProperty({ ...TIME, description: 'Until then the archive can be fetched' }) expiresAt!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Size of the ZIP archive' }) bytes!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Works for 60 seconds; ask again for a new one' })
  downloadUrl!: string | null;
}
