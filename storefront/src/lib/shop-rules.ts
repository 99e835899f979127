/** The rules that the storefront shares with the API: the only file of the backend that it compiles in. */
export * from '../../../backend/src/platform/shop-rules';
