import { Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../platform/http/viewer.js';
import { CONFIG } from '../platform/tokens.js';
import { createQueuePass } from './queue-pass.js';
import { Endpoint } from '../platform/http/cache/responses.js';

/** Sets a cookie for the path of the queue dashboard, because a browser sends no access token when it loads a page. */
@ApiTags('operations')
@Controller('admin/queue-session')
@SignedInAdmin()
export class QueueSessionController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Post()
  @Limit('admin')
  @Endpoint('Allow this browser to open the queue dashboard, for an hour at most and only while the session lasts', 200)
  open(@CurrentViewer() { sessionId }: Viewer, @Res({ passthrough: true }) reply: FastifyReply): void {
    const https = this.config.publicUrl.startsWith('https:');
    void reply.header('set-cookie', createQueuePass(this.config.tokenSecret, sessionId, https));
  }
}
