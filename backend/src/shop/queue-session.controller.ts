import { Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config.js';
import { Answers } from '../platform/http/cache/responses.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../platform/http/viewer.js';
import { CONFIG } from '../platform/tokens.js';
import { queuePass } from './queue-pass.js';

/** The browser sends no access token with the dashboard page, so a cookie for its path replaces the token. */
@ApiTags('operations')
@Controller('admin/queue-session')
@SignedInAdmin()
export class QueueSessionController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Post()
  @Limit('admin')
  @Answers(200)
  @ApiOperation({
    summary: 'Allow this browser to open the queue dashboard, for an hour at most and only while the session lasts',
  })
  open(@CurrentViewer() { sessionId }: Viewer, @Res({ passthrough: true }) reply: FastifyReply): void {
    const https = this.config.publicUrl.startsWith('https:');
    void reply.header('set-cookie', queuePass(this.config.tokenSecret, sessionId, https));
  }
}
