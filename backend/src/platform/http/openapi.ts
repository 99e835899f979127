import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { CommonConfig } from '../config/config.js';
import { failure } from './cache/responses.js';
import { ErrorAnswer } from './errors/error-answer.js';
import { completeDocument } from './openapi-examples.js';

/** Generates the OpenAPI document from the controllers. A test compares it with the committed backend/openapi.json. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('Pattern Marketplace')
    .setDescription(
      'Every response under /api is `{ success: true, data }`; every failure is `{ success: false, message, code, error }`.',
    )
    .setVersion('1')
    .addBearerAuth()
    .addGlobalResponse(failure(429, 'TOO_MANY_REQUESTS'), failure(500, 'INTERNAL'), failure(503, 'UNAVAILABLE'))
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    extraModels: [ErrorAnswer],
    operationIdFactory: (_controller, method) => method,
  });
  completeDocument(document);
  return document;
}

export function serveDocumentation(app: INestApplication, config: CommonConfig): void {
  SwaggerModule.setup('api/docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: `${config.shopName} API`,
  });
}
