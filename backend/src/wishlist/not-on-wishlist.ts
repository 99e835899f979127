import { ApiError } from '../platform/api-error.js';

export const notOnWishlist = () => new ApiError(404, 'WISHLIST_ITEM_NOT_FOUND', 'This pattern is not on your wishlist');
