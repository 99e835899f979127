import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, MaybeSignedIn, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { invalid } from '../platform/api-error.js';
import { ConfirmDeletion } from './commands/confirm-deletion.js';
import { RequestDeletion } from './commands/request-deletion.js';
import { UndoDeletion } from './commands/undo-deletion.js';
import { DeletionConfirmation, DeletionForm, DeletionStarted, DeletionState, UndoForm } from './deletion.contract.js';
import { GetDeletion } from './queries/get-deletion.js';

@ApiTags('privacy')
@Controller('gdpr/delete')
export class DeletionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('Whether and when the signed-in account will be deleted', 200, DeletionState)
  getDeletion(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetDeletion(viewer.id));
  }

  @Post()
  @Limit('delete-account')
  @SignedIn()
  @Endpoint(
    'Request the deletion of the signed-in account; without a password, a mail asks to confirm it',
    202,
    DeletionStarted,
  )
  @Fails('400 VALIDATION_FAILED', '400 WRONG_PASSWORD', '409 LAST_ADMIN', '503 UNAVAILABLE')
  requestDeletion(@Body() { password }: DeletionForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RequestDeletion(viewer.id, viewer.sessionId, password ?? null));
  }

  @Post('confirm')
  @Limit('mailed-token')
  @MaybeSignedIn()
  @Endpoint(
    'Confirm the deletion with the token from the mail; ends all sessions except the one of the request',
    200,
    DeletionState,
  )
  @Fails('400 VALIDATION_FAILED', '400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '409 LAST_ADMIN')
  confirmDeletion(@Body() { token }: DeletionConfirmation, @CurrentViewer() viewer: Viewer | null) {
    return this.commands.execute(new ConfirmDeletion(token, viewer));
  }

  @Post('undo')
  @Limit('mailed-token')
  @MaybeSignedIn()
  @Endpoint('Undo the deletion within seven days', 200, DeletionState)
  @Fails('400 VALIDATION_FAILED', '400 TOKEN_INVALID', '409 DELETION_BEGUN')
  undoDeletion(@Body() { token }: UndoForm, @CurrentViewer() viewer: Viewer | null) {
    if (!token && !viewer) throw invalid('token', 'token is missing: it is in the link of the mail');
    const by = token ? { token } : { userId: viewer!.id, sessionId: viewer!.sessionId };
    return this.commands.execute(new UndoDeletion(by));
  }
}
