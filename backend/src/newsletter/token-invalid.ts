import { Problem } from '../platform/problem.js';

export const tokenInvalid = () => new Problem(400, 'TOKEN_INVALID', 'This newsletter link is not valid.');
