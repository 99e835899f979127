/** The handlers of all commands and queries of this context. */
export { AddToWishlistHandler } from './commands/add-to-wishlist.js';
export { EraseWishlistHandler } from './commands/erase-wishlist.js';
export { RemoveFromWishlistHandler } from './commands/remove-from-wishlist.js';
export { CheckWishlistHandler } from './queries/check-wishlist.js';
export { GetWishlistHandler } from './queries/get-wishlist.js';
