import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class FieldProblemView {
  @ApiProperty({ example: 'email' }) field!: string;
  @ApiProperty() message!: string;
}

class ErrorView {
  @ApiProperty({ example: 'VALIDATION_FAILED' }) code!: string;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({ type: [FieldProblemView] }) details?: FieldProblemView[];
  @ApiPropertyOptional({ description: 'With SECOND_FACTOR_REQUIRED: to be sent back with the code' })
  challenge?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Seconds in which the challenge ends' }) expires_in?: number;
}

/** The envelope of every error response. */
export class ErrorAnswer {
  @ApiProperty({ enum: [false], type: Boolean }) success!: false;
  @ApiProperty() message!: string;
  @ApiProperty({ example: 'VALIDATION_FAILED', description: 'Stable; the message is English prose and may change' })
  code!: string;
  @ApiProperty({ type: ErrorView }) error!: ErrorView;
}
