import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Required } from '../platform/http/required.js';

export class ViewRecord {
  @ApiProperty({ example: 'session_lx2k9_8f3a' })
  @MaxLength(200, { message: 'session_id may have at most 200 characters' })
  @Required('session_id is required')
  session_id!: string;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'The shop stores only the host name of this URL' })
  @IsOptional()
  @MaxLength(2_000, { message: 'referrer may have at most 2000 characters' })
  @IsString({ message: 'referrer must be a text' })
  referrer?: string | null;
}

export class Dashboard {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Registered accounts', example: 1842 })
  totalUsers!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Patterns on sale', example: 64 })
  totalPatterns!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Purchases that are paid and not refunded, including free ones',
    example: 3907,
  })
  totalPurchases!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Gross, in minor units, less refunds',
    example: 4186530,
  })
  totalRevenue!: number;
}
