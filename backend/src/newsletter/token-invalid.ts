import { ApiError } from '../platform/api-error.js';

export const tokenInvalid = () => new ApiError(400, 'TOKEN_INVALID', 'This newsletter link is not valid.');
