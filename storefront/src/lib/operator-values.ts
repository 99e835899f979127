import { shopConfig } from '../api/config';

/** @returns the operator's details for the legal texts. A missing address or e-mail becomes a gap with a text of `gaps`. */
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
