import { ApiProperty } from '@nestjs/swagger';
import { LANGUAGES, type Language } from '../platform/language.js';

class PolicySection {
  @ApiProperty({ example: 'account', description: 'The same in every language, because links use it as an anchor' })
  id!: string;
  @ApiProperty({ example: 'Dein Konto' }) heading!: string;
  @ApiProperty({ type: [String], description: 'Plain text' }) paragraphs!: string[];
}

class PolicyVersion {
  @ApiProperty({ example: '2026-11-25' }) version!: string;
  @ApiProperty({ format: 'date', example: '2026-11-22' }) effectiveFrom!: string;
}

export class PrivacyPolicy extends PolicyVersion {
  @ApiProperty({ enum: LANGUAGES }) language!: Language;
  @ApiProperty({ example: 'Datenschutzerklärung' }) title!: string;
  @ApiProperty({ type: [PolicySection] }) sections!: PolicySection[];
  @ApiProperty({ type: [PolicyVersion], description: 'Newest first' }) history!: PolicyVersion[];
}
