import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

export class ViewRecord {
  @ApiProperty({ example: 'session_lx2k9_8f3a' })
  @IsString()
  @MaxLength(200)
  @IsNotEmpty({ message: 'session_id is required' })
  session_id!: string;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Only its host name is kept' })
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  referrer?: string | null;
}

export class Dashboard {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Registered accounts', example: 1842 })
  totalUsers!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Patterns on sale', example: 64 })
  totalPatterns!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Paid and not refunded, free ones included', example: 3907 })
  totalPurchases!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Gross, in minor units, less refunds',
    example: 4186530,
  })
  totalRevenue!: number;
}
