import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalLine, OptionalProse, OptionalFields } from '../patterns/text-rules.js';

class BiographyFields {
  @OptionalProse(2000, { example: 'Schnitte für Kleider, die man selbst näht.' })
  de?: string;

  @OptionalProse(2000, { example: 'Patterns for dresses that you sew yourself.' })
  en?: string;
}

/** A missing field stays unchanged; an empty text deletes the text of that language. */
export class DesignerChanges {
  @OptionalLine(80, { example: 'Atelier Nordlicht' }, 2)
  name?: string;

  @OptionalFields(BiographyFields)
  bio?: BiographyFields;
}

class Biography {
  @ApiPropertyOptional() de?: string;
  @ApiPropertyOptional() en?: string;
}

/** A designer's own profile. Before the profile exists, the fields have the values with which it would be created. */
export class OwnDesigner {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'null until there is a pattern or a profile',
  })
  id!: string | null;
  @ApiProperty({ example: 'Atelier Nordlicht' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'atelier-nordlicht' }) slug!: string | null;
  @ApiProperty({ type: Biography }) bio!: Biography;
  @ApiProperty({ type: String, nullable: true, example: '/media/designer-atelier-nordlicht-1f3a.webp' })
  avatar_url!: string | null;
  @ApiProperty({ type: 'integer', description: 'Published patterns' }) patternCount!: number;
}
