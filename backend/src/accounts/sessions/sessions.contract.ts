import { ApiProperty } from '@nestjs/swagger';

export class SessionView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'Exact to 15 minutes' }) last_used_at!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Firefox' }) browser!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Windows' }) os!: string | null;
  @ApiProperty({ description: 'The session of this request' }) current!: boolean;
}

export class SessionList {
  @ApiProperty({ type: [SessionView] }) sessions!: SessionView[];
}
