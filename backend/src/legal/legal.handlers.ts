/** The handlers of all queries of this context. */
export { GetLegalTextHandler } from './queries/get-legal-text.js';
export { GetContractTextHandler } from './queries/get-contract-text.js';
