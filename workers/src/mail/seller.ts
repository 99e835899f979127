/** The seller, shown at the end of every mail. */
export interface Seller {
  shopName: string;
  /** The name in the imprint. */
  name: string;
  /** Lines of the postal address. */
  address: string[];
  vatId: string | null;
  email: string;
}

interface ShopSettings {
  shopName: string;
  supportEmail: string;
  /** The postal address, its lines separated by commas or line breaks. */
  seller: { name: string; address: string; vatId: string | null };
}

/** Reads the seller from the configuration. */
export function sellerFrom({ shopName, supportEmail, seller }: ShopSettings): Seller {
  const address = seller.address.split(/[,\n]/).map((line) => line.trim());
  return { shopName, name: seller.name, address: address.filter(Boolean), vatId: seller.vatId, email: supportEmail };
}

/** The lines of the seller at the end of a mail, without contact data. */
export function sellerLines(seller: Seller, messages: { seller: string; vatId: string }): string[] {
  const vatId = seller.vatId ? [`${messages.vatId}: ${seller.vatId}`] : [];
  return [seller.shopName, `${messages.seller}: ${seller.name}`, ...seller.address, ...vatId];
}
