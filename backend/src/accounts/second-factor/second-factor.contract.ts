import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MaxLength } from 'class-validator';
import { Required } from '../../platform/http/required.js';

export class PasswordProof {
  @ApiProperty({ example: 'Kreuzstich7' })
  @MaxLength(1000, { message: 'The password may have at most 1000 characters' })
  @Required('Current password is required')
  password!: string;
}

export class CodeForm {
  @ApiProperty({
    example: '287082',
    description: 'From the app; a recovery code works too once the second factor is on',
  })
  @MaxLength(40, { message: 'The code may have at most 40 characters' })
  @Required('The code is required')
  code!: string;
}

export class PasswordAndCode extends IntersectionType(PasswordProof, CodeForm) {}

export class SecondStepForm extends CodeForm {
  @ApiProperty({ description: 'From the response SECOND_FACTOR_REQUIRED; works for five minutes' })
  @MaxLength(100, { message: 'The challenge is not valid' })
  @Required('The challenge is required')
  challenge!: string;
}

export class FactorState {
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) enabled_at!: string | null;
  @ApiProperty({ type: 'integer', example: 10 }) recovery_codes_left!: number;
  @ApiProperty({
    description:
      'Whether the account needs a second factor; without one, endpoints for staff return SECOND_FACTOR_MISSING',
  })
  required!: boolean;
}

export class FactorSetUp {
  @ApiProperty({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'Base32' }) secret!: string;
  @ApiProperty({ example: 'otpauth://totp/…' }) address!: string;
  @ApiProperty({ description: 'The otpauth URL as a QR code' }) qr_svg!: string;
}

export class RecoveryCodes {
  @ApiProperty({ type: [String], example: ['ABCD-EFGH-JKLM-NPQR'], description: 'Each works once; shown only now' })
  recovery_codes!: string[];
}
