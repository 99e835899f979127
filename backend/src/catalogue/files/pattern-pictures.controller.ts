import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInVerified, type Viewer } from '../../platform/http/viewer.js';
import { RecordPictureUploaded } from './commands/record-picture-uploaded.js';
import { RemovePicture } from './commands/remove-picture.js';
import { RequestPictureUpload } from './commands/request-picture-upload.js';
import { GetOwnPattern } from '../patterns/queries/get-own-pattern.js';
import { GetOwnPicture } from './queries/get-own-picture.js';
import { OwnPattern } from '../patterns/selling.contract.js';
import { OwnPicture, PictureUpload, PictureUploadForm } from './uploads.contract.js';

const PatternId = () => IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern');
const PictureId = () => IdParam('pictureId', 'PICTURE_NOT_FOUND', 'Picture');

/**
 * A picture is uploaded in the same way as a file (pattern-files.controller.ts). The shop shows only re-encoded pictures.
 */
@ApiTags('selling')
@SignedInVerified()
@Controller('patterns/:id/pictures')
export class PatternPicturesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Limit('upload')
  @Endpoint('Get a form to upload a picture', 201, PictureUpload)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND', '409 PICTURE_LIMIT')
  requestPictureUpload(@PatternId() id: string, @Body() form: PictureUploadForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RequestPictureUpload(id, viewer.id, form));
  }

  @Post(':pictureId/uploaded')
  @Endpoint('Report that a picture is uploaded, which starts its check', 200, OwnPicture)
  @Fails('404 PATTERN_NOT_FOUND', '404 PICTURE_NOT_FOUND', '409 UPLOAD_MISSING')
  async reportPictureUploaded(
    @PatternId() id: string,
    @PictureId() pictureId: string,
    @CurrentViewer() viewer: Viewer,
  ) {
    await this.commands.execute(new RecordPictureUploaded(id, pictureId, viewer.id));
    return this.queries.execute(new GetOwnPicture(id, pictureId, viewer.id, viewer.language));
  }

  @Get(':pictureId')
  @Endpoint('The state of an uploaded picture', 200, OwnPicture)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND', '404 PICTURE_NOT_FOUND')
  getOwnPicture(
    @PatternId() id: string,
    @PictureId() pictureId: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.queries.execute(new GetOwnPicture(id, pictureId, viewer.id, lang ?? viewer.language));
  }

  @Delete(':pictureId')
  @Endpoint('Remove a picture from one of the user’s patterns', 200, OwnPattern)
  @Fails('404 PATTERN_NOT_FOUND', '404 PICTURE_NOT_FOUND')
  async removePicture(@PatternId() id: string, @PictureId() pictureId: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RemovePicture(id, pictureId, viewer.id));
    return this.queries.execute(new GetOwnPattern(id, viewer.id, viewer.language));
  }
}
