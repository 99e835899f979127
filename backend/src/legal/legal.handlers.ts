/** The handlers of all queries of this context. */
export { GetLegalTextHandler } from './queries/get-legal-text.js';
export { GetStoredTextsHandler } from './queries/get-stored-texts.js';
