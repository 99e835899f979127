import type { components } from './schema';

/** Short names for the schemas of the API. schema.d.ts is generated from the API's OpenAPI document. */
type Schemas = components['schemas'];

export type CopyFile = Schemas['CopyView'];
export type OrderConfirmation = Schemas['OrderConfirmation'];
export type Pattern = Schemas['PatternView'];
export type PatternCard = Schemas['PatternCard'];
export type PatternDetails = Schemas['PatternDetailsView'];
export type PatternFile = Schemas['PatternFileView'];
export type PatternPage = Schemas['PatternPage'];
export type PaymentStarted = Schemas['PaymentStarted'];
export type Purchase = Schemas['PurchaseView'];
export type RecentDownload = Schemas['RecentDownload'];
export type Session = Schemas['SessionAnswer'];
export type ServedCountry = Schemas['ServedCountry'];
export type ShopConfig = Schemas['StorefrontConfig'];
export type User = Schemas['UserAnswer'];
export type VerificationStatus = Schemas['VerificationStatus'];
export type Category = PatternCard['category'];
export type CopyState = Purchase['copyState'];
export type Language = User['language'];
export type Level = PatternCard['difficulty_level'];
export type Sort = 'newest' | 'oldest' | 'popular' | 'price_asc' | 'price_desc';
