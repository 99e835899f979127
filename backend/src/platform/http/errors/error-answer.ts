import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class FieldProblemView {
  @ApiProperty({ example: 'email' }) field!: string;
  @ApiProperty() message!: string;
}

class ErrorView {
  @ApiProperty({ example: 'VALIDATION_FAILED' }) code!: string;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({ type: [FieldProblemView] }) details?: FieldProblemView[];
  @ApiPropertyOptional({ description: 'With SECOND_FACTOR_REQUIRED: the client sends it back with the code' })
  challenge?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Seconds until the challenge expires' }) expires_in?: number;
}

/** The envelope of every error response. */
export class ErrorAnswer {
  @ApiProperty({ enum: [false], type: Boolean }) success!: false;
  @ApiProperty() message!: string;
  @ApiProperty({ example: 'VALIDATION_FAILED', description: 'Stable; the message is English prose and can change' })
  code!: string;
  @ApiProperty({ type: ErrorView }) error!: ErrorView;
}
