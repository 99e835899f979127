import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

const ROUTE = '/api/newsletter/one-click';

/** Accepts the one-click form as multipart, which RFC 8058 allows. The form is not parsed, because its content is fixed. */
export function acceptOneClickForms(instance: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 4 * 1024 } as const;
  instance.addContentTypeParser('multipart/form-data', options, async (request: FastifyRequest) => {
    if (request.routeOptions.url === ROUTE) return {};
    throw new fastify.errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']);
  });
}
