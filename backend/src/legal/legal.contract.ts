import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const LINES = 'One line per paragraph. Links are written `[text](/path)`; a line that begins with "– " is a list item';

class LegalSection {
  @ApiProperty({ example: 'scope', description: 'The same in every language, because links use it as an anchor' })
  id!: string;
  @ApiProperty({ example: '1. Geltungsbereich und Vertragspartner' }) title!: string;
  @ApiProperty({ type: [String], description: LINES }) text!: string[];
  @ApiPropertyOptional({ type: [String], description: 'Lines of a form that consumers fill in on paper' })
  form?: string[];
}

export class LegalText {
  @ApiProperty({ format: 'date', example: '2026-11-25', description: 'The day since which the text applies' })
  version!: string;
  @ApiProperty({ example: 'AGB' }) title!: string;
  @ApiProperty({ example: 'Die Bedingungen für den Kauf digitaler Schnittmuster in diesem Shop.' }) lead!: string;
  @ApiProperty({ type: [LegalSection] }) sections!: LegalSection[];
}
