import { shopConfig } from '../api/config';

/** The operator's details for the legal texts; a value that is not configured becomes a marked gap. */
export function operatorValues(gaps: { address: string; email: string }) {
  const { shopName, publicUrl, supportEmail, seller } = shopConfig();
  return {
    shop: shopName,
    site: publicUrl || window.location.origin,
    seller: seller.name || shopName,
    address: seller.address || `[${gaps.address}]`,
    email: supportEmail ? `[${supportEmail}](mailto:${supportEmail})` : `[${gaps.email}]`,
  };
}
