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
