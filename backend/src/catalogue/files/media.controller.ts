import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Files } from '../../platform/storage/files.js';
import { WithoutEnvelope } from '../../platform/http/envelope.interceptor.js';
import { notFound } from '../../platform/api-error.js';

/** Serves public pictures. Each name contains a hash of the content, so clients can cache the response forever. */
@ApiExcludeController()
@Controller('media')
export class MediaController {
  constructor(private readonly files: Files) {}

  @Get(':name')
  @WithoutEnvelope()
  async get(@Param('name') name: string, @Res() reply: FastifyReply): Promise<void> {
    const file = /^[a-z0-9-]+\.(webp|avif|png|jpg)$/.test(name) ? await this.files.open(`media/${name}`) : null;
    if (!file) throw notFound('NOT_FOUND', 'Picture');
    await reply
      .header('content-type', file.contentType)
      .header('content-length', file.bytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', file.etag)
      .send(file.stream);
  }
}
