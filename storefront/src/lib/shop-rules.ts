/** The rules that storefront and API share. No other file of the backend is part of the storefront. */
export * from '../../../backend/src/platform/shop-rules';
