/** The handlers of all queries of this context. */
export { GetLegalTextHandler } from './queries/get-legal-text.js';
export { GetStoredTextHandler } from './queries/get-stored-text.js';
