/** The seller, shown at the end of every mail. */
export interface Seller {
  shopName: string;
  /** The name in the imprint. */
  name: string;
  /** Lines of the postal address. */
  address: string[];
  vatId: string | null;
  /** The persons who represent the seller; null for a sole trader. */
  representative: string | null;
  /** Register court and number; null without an entry. */
  register: string | null;
  email: string;
  /** The point of contact for notices, decisions and objections (Art. 12 DSA). */
  dsaContact: string;
}

interface ShopSettings {
  shopName: string;
  supportEmail: string;
  /** The postal address, its lines separated by commas or line breaks. */
  seller: Pick<Seller, 'name' | 'vatId' | 'representative' | 'register' | 'dsaContact'> & { address: string };
}

/** Reads the seller from the configuration. */
export function sellerFrom({ shopName, supportEmail, seller }: ShopSettings): Seller {
  const address = seller.address.split(/[,\n]/).map((line) => line.trim());
  const { name, vatId, representative, register, dsaContact } = seller;
  const facts = { name, vatId, representative, register, dsaContact };
  return { shopName, ...facts, address: address.filter(Boolean), email: supportEmail };
}

/**
 * @returns the lines about the seller at the end of a mail: names, postal address, representative, register entry and VAT
 * id. § 35a GmbHG requires the representative and the register entry in business letters.
 */
export function sellerLines(
  seller: Seller,
  messages: Record<'seller' | 'vatId' | 'representative' | 'register', string>,
): string[] {
  const optional = (['representative', 'register', 'vatId'] as const).flatMap((fact) =>
    seller[fact] ? [`${messages[fact]}: ${seller[fact]}`] : [],
  );
  return [seller.shopName, `${messages.seller}: ${seller.name}`, ...seller.address, ...optional];
}
