/** Who sells and writes. Stands at the end of every mail. */
export interface Seller {
  shopName: string;
  /** As in the imprint. */
  name: string;
  /** Postal address, one line each. */
  address: string[];
  vatId: string | null;
  email: string;
}

interface ShopSettings {
  shopName: string;
  supportEmail: string;
  /** The address in one text, its lines divided by commas or line breaks. */
  seller: { name: string; address: string; vatId: string | null };
}

/** The seller from the configuration of the shop. */
export function sellerFrom({ shopName, supportEmail, seller }: ShopSettings): Seller {
  const address = seller.address.split(/[,\n]/).map((line) => line.trim());
  return { shopName, name: seller.name, address: address.filter(Boolean), vatId: seller.vatId, email: supportEmail };
}

/** The seller's lines below a mail, without the way to get in touch. */
export function sellerLines(seller: Seller, words: { seller: string; vatId: string }): string[] {
  const vatId = seller.vatId ? [`${words.vatId}: ${seller.vatId}`] : [];
  return [seller.shopName, `${words.seller}: ${seller.name}`, ...seller.address, ...vatId];
}
