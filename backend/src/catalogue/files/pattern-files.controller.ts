import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInVerified, type Viewer } from '../../platform/http/viewer.js';
import { ConfirmFile } from './commands/confirm-file.js';
import { RecordFileUploaded } from './commands/record-file-uploaded.js';
import { RequestFileUpload } from './commands/request-file-upload.js';
import { GetOwnFile } from './queries/get-own-file.js';
import { FileUpload, FileUploadForm, OwnFile } from './uploads.contract.js';

const PatternId = () => IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern');
const FileId = () => IdParam('fileId', 'FILE_NOT_FOUND', 'File');

/** The browser uploads a file directly to the storage, with a presigned form from the API, and then reports the upload. */
@ApiTags('selling')
@SignedInVerified()
@Controller('patterns/:id/files')
export class PatternFilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Limit('upload')
  @Endpoint('Get a form to upload a PDF', 201, FileUpload)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND', '429 VERSION_LIMIT')
  requestFileUpload(@PatternId() id: string, @Body() form: FileUploadForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RequestFileUpload(id, viewer.id, form));
  }

  @Post(':fileId/uploaded')
  @Endpoint('Report that a PDF is uploaded, which starts its check', 200, OwnFile)
  @Fails('404 PATTERN_NOT_FOUND', '404 FILE_NOT_FOUND', '409 UPLOAD_MISSING', '429 VERSION_LIMIT')
  async reportFileUploaded(@PatternId() id: string, @FileId() fileId: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RecordFileUploaded(id, fileId, viewer.id));
    return this.getFile(id, fileId, viewer);
  }

  @Get(':fileId')
  @Endpoint('The state of an uploaded PDF', 200, OwnFile)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND', '404 FILE_NOT_FOUND')
  getOwnFile(
    @PatternId() id: string,
    @FileId() fileId: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.getFile(id, fileId, viewer, lang);
  }

  @Post(':fileId/confirm')
  @Endpoint('Confirm an uploaded PDF that requires confirmation', 200, OwnFile)
  @Fails('404 PATTERN_NOT_FOUND', '404 FILE_NOT_FOUND', '409 FILE_NOT_CONFIRMABLE')
  async confirmFile(@PatternId() id: string, @FileId() fileId: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new ConfirmFile(id, fileId, viewer.id));
    return this.getFile(id, fileId, viewer);
  }

  private getFile(id: string, fileId: string, viewer: Viewer, language = viewer.language): Promise<OwnFile> {
    return this.queries.execute(new GetOwnFile(id, fileId, viewer.id, language));
  }
}
