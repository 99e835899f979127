import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, Max, MaxLength, Min } from 'class-validator';
import { Required } from '../../platform/http/required.js';
import { FILE_STATES, FILE_STEPS, type FileState, type FileStep } from './pattern-file.entity.js';
import { PICTURE_STATES, type PictureState } from './pattern-picture.entity.js';
import { OptionalProse } from '../patterns/text-rules.js';
import {
  FILE_KINDS,
  type FileKind,
  LARGEST_FILE,
  LARGEST_PICTURE,
  PICTURE_TYPES,
  ruleValues,
} from '../../platform/shop-rules.js';

export class FileUploadForm {
  @ApiProperty({ enum: FILE_KINDS })
  @IsIn(FILE_KINDS, { message: `kind must be one of ${FILE_KINDS.join(', ')}` })
  kind!: FileKind;

  @ApiProperty({ description: 'The name of the uploaded file', example: 'Sommerkleid Lina – A4.pdf' })
  @MaxLength(200, { message: 'file_name must have at most 200 characters' })
  @Required('file_name must be the name of the file')
  file_name!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: LARGEST_FILE, example: 4_718_592 })
  @Max(LARGEST_FILE, { message: `bytes: a file may have at most ${ruleValues('en').fileMb} MB` })
  @Min(1, { message: 'bytes: the file is empty' })
  @IsInt({ message: 'bytes must be the size of the file' })
  bytes!: number;

  @OptionalProse(1000, {
    description: 'What is new; required when buyers can have an older version',
    example: 'Ärmellänge in Größe 44 berichtigt.',
  })
  changelog?: string;
}

export class PictureUploadForm {
  @ApiProperty({ enum: PICTURE_TYPES })
  @IsIn(PICTURE_TYPES, { message: `content_type must be one of ${PICTURE_TYPES.join(', ')}` })
  content_type!: (typeof PICTURE_TYPES)[number];

  @ApiProperty({ type: 'integer', minimum: 1, maximum: LARGEST_PICTURE, example: 2_097_152 })
  @Max(LARGEST_PICTURE, { message: `bytes: a picture may have at most ${ruleValues('en').pictureMb} MB` })
  @Min(1, { message: 'bytes: the picture is empty' })
  @IsInt({ message: 'bytes must be the size of the picture' })
  bytes!: number;
}

/** The fields of the form. The client can send them in any order, but must send them before the field `file`. */
class UploadFields {
  @ApiProperty() key!: string;
  @ApiProperty() bucket!: string;
  @ApiProperty({ example: 'application/pdf' }) 'Content-Type'!: string;
  @ApiProperty({ example: '201' }) success_action_status!: string;
  @ApiProperty() 'X-Amz-Algorithm'!: string;
  @ApiProperty() 'X-Amz-Credential'!: string;
  @ApiProperty() 'X-Amz-Date'!: string;
  @ApiPropertyOptional() 'X-Amz-Security-Token'?: string;
  @ApiProperty() Policy!: string;
  @ApiProperty() 'X-Amz-Signature'!: string;
}

class UploadTarget {
  @ApiProperty({ description: 'Accepts multipart/form-data by POST, directly to the storage' }) url!: string;
  @ApiProperty({ type: UploadFields }) fields!: UploadFields;
  @ApiProperty({ type: 'integer', description: 'Seconds until the form expires', example: 900 }) expires_in!: number;
}

export class FileUpload {
  @ApiProperty({ format: 'uuid' }) file_id!: string;
  @ApiProperty({ type: 'integer', example: 1 }) version!: number;
  @ApiProperty({ type: UploadTarget }) upload!: UploadTarget;
}

export class PictureUpload {
  @ApiProperty({ format: 'uuid' }) picture_id!: string;
  @ApiProperty({ type: UploadTarget }) upload!: UploadTarget;
}

/** A code and its message in the requested language. */
export class Remark {
  @ApiProperty({ example: 'repaired' }) code!: string;
  @ApiProperty({ example: 'Die Datei war beschädigt und wurde repariert.' }) message!: string;
}

class PageSizeView {
  @ApiProperty({ description: 'millimetres', example: 210 }) width!: number;
  @ApiProperty({ description: 'millimetres', example: 297 }) height!: number;
}

export class OwnFile {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: FILE_KINDS }) kind!: FileKind;
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty() file_name!: string;
  @ApiProperty({ type: String, nullable: true }) changelog!: string | null;
  @ApiProperty({ enum: FILE_STATES }) state!: FileState;
  @ApiProperty({ enum: FILE_STEPS }) step!: FileStep;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) progress!: number;
  @ApiProperty({ example: 'Die Datei ist geprüft und kann verkauft werden.' }) message!: string;
  @ApiProperty({ description: 'Whether this is the version that buyers get' }) for_sale!: boolean;
  @ApiProperty({ type: 'integer', nullable: true }) pages!: number | null;
  @ApiProperty({ type: 'integer', description: 'Sheets of paper to print; 0 before the check and for a projector' })
  sheets!: number;
  @ApiProperty({ type: [PageSizeView] }) page_sizes!: PageSizeView[];
  @ApiProperty({ type: 'integer', nullable: true }) bytes!: number | null;
  @ApiProperty({ type: [Remark] }) flags!: Remark[];
  @ApiProperty({ type: String, nullable: true, example: 'PASSWORD', description: '`message` explains the code' })
  refusal_code!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'A link to the prepared file, which the designer checks before the confirmation; valid for ten minutes. Null in lists: set only when a single file is requested',
  })
  preview_url!: string | null;
  @ApiProperty({ format: 'date-time' }) uploaded_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) prepared_at!: string | null;
}

export class OwnPicture {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: PICTURE_STATES }) state!: PictureState;
  @ApiProperty({ type: String, nullable: true, example: '/media/0198-4fa2.webp' }) url!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'NOT_A_PICTURE' }) refusal_code!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the upload was refused' }) message!: string | null;
}
