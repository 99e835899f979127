import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { type Ground, GROUNDS } from '../ground.js';
import { Trimmed } from './change-text.js';

/** The ground of a decision against a user. The user reads both fields. */
export class GroundForm {
  @ApiProperty({ enum: GROUNDS })
  @IsIn(GROUNDS, { message: `ground must be ${GROUNDS.join(' or ')}` })
  ground!: Ground;

  @ApiProperty({
    minLength: 2,
    maxLength: 200,
    example: '§ 97 UrhG',
    description: 'The norm, or the clause of the terms',
  })
  @Trimmed()
  @Matches(/^[^\p{Cc}\p{Zl}\p{Zp}]{2,200}$/u, { message: 'clause must be one line of 2 to 200 characters' })
  clause!: string;
}
