import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';

/** Adds the URL to a printed page. Leaves out the query, which can contain a token. */
export function PrintedAddress() {
  const { pathname } = useLocation();
  const { publicUrl, shopName } = shopConfig();
  const origin = publicUrl.replace(/\/$/, '') || window.location.origin;
  return (
    <p className="print-only" aria-hidden="true">
      {shopName} · {origin}
      {pathname}
    </p>
  );
}
