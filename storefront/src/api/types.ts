import type { components } from './schema';

/** The shapes of the shop's API under the names the screens use. schema.d.ts is generated from the API itself. */
type Schemas = components['schemas'];

export type Access = Omit<Schemas['PurchaseView'], 'files'> & PurchaseFacts;
export type CopyFile = Schemas['CopyView'] & { version: number; changelog: string | null };
export type DownloadLink = Schemas['DownloadLink'];
export type Pattern = Schemas['PatternView'] & {
  /** After a reduction, for 30 days: the lowest price of the 30 days before it. */
  lowest_price_30_days?: number | null;
};
export type PatternCard = Schemas['PatternCard'];
export type PatternDetails = Schemas['PatternDetailsView'];
export type PatternFile = Schemas['PatternFileView'];
export type PatternPage = Schemas['PatternPage'];
export type PaymentStarted = Schemas['PaymentStarted'];
export type Purchase = Access;
export type RecentDownload = Schemas['RecentDownload'];
export type Session = Schemas['SessionAnswer'];
export type ShopConfig = Schemas['StorefrontConfig'] & { socialLinks: string[] };
export type User = Schemas['UserAnswer'];
export type VerificationStatus = Schemas['VerificationStatus'];
export type Category = PatternCard['category'];
export type CopyState = Access['copyState'];
export type Language = User['language'];
export type Level = PatternCard['difficulty_level'];
export type Sort = 'newest' | 'oldest' | 'popular' | 'price_asc' | 'price_desc';

/** What the confirmation of an order says, whatever became of the mail. */
export interface OrderConfirmation {
  buyerEmail: string;
  country: string;
  vatRate: number | null;
  vatCents: number | null;
  waiver: { text: string; version: string; locale: Language; acceptedAt: string } | null;
  withdrawableUntil: string | null;
}

interface PurchaseFacts {
  files: CopyFile[];
  confirmation: OrderConfirmation;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  renewalsLeft: number;
}
