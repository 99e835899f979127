import { Problem } from '../platform/problem.js';

export const notOnWishlist = () => new Problem(404, 'WISHLIST_ITEM_NOT_FOUND', 'This pattern is not on your wishlist');
