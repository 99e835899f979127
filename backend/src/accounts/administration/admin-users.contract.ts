import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { type Ground, GROUNDS } from '../../platform/ground.js';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { Choice } from '../../platform/http/choice.js';
import { GroundForm } from '../../platform/http/ground-form.js';
import { PageNumber, PageSize, PageOf } from '../../platform/http/paging.js';
import { UserAnswer } from '../accounts.contract.js';
import { Trimmed } from '../../platform/http/change-text.js';
import { ROLES, type Role } from '../user.entity.js';

const INVALID_ROLE = { message: 'Role must be user, admin or moderator' };

export class UserFilters {
  @ApiPropertyOptional({ example: 'anna', description: 'Part of the e-mail address, username or display name' })
  @BlankIsMissing()
  @IsOptional()
  @MaxLength(200, { message: 'search may have at most 200 characters' })
  @IsString({ message: 'search must be a text' })
  search?: string;

  @Choice(ROLES, INVALID_ROLE)
  role?: Role;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

export class RoleForm {
  @ApiProperty({ enum: ROLES, example: 'moderator' })
  @IsIn(ROLES, INVALID_ROLE)
  role!: Role;
}

/** The statement is written for the owner of the account (Art. 17 DSA). */
export class SuspensionForm extends GroundForm {
  @ApiProperty({ maxLength: 2000, example: 'Mehrere Schnittmuster sind Kopien aus einem Buch.' })
  @Trimmed()
  @MaxLength(2000, { message: 'The reason may have at most 2000 characters' })
  @MinLength(3, { message: 'The reason is required: the owner of the account reads it' })
  @IsString({ message: 'The reason is required: the owner of the account reads it' })
  reason!: string;
}

export class SuspensionStatement {
  @ApiProperty() reason!: string;
  @ApiProperty({
    enum: GROUNDS,
    nullable: true,
    type: String,
    description: 'Null in suspensions before 28 November 2026',
  })
  ground!: Ground | null;
  @ApiProperty({ type: String, nullable: true, example: '§ 97 UrhG' }) clause!: string | null;
}

export class SuspensionState {
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) suspendedAt!: string | null;
}

export class SessionsEnded {
  @ApiProperty({ type: 'integer', example: 2 }) ended!: number;
}

export class ListedUser extends UserAnswer {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-21T18:03:11.000Z',
    description: 'Null when the account has no session; ended sessions are deleted after 30 days',
  })
  lastSignInAt!: string | null;

  @ApiProperty({ type: 'integer', example: 3, description: 'Number of paid purchases that are not refunded' })
  purchaseCount!: number;

  @ApiProperty({ description: 'Whether the account has a second factor' }) secondFactor!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) suspendedAt!: string | null;
  @ApiProperty({ type: SuspensionStatement, nullable: true, description: 'As sent to the owner by mail' })
  suspension!: SuspensionStatement | null;
}

export class UserPage extends PageOf('users', ListedUser) {}
