import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';

/** Prints the URL of the page below its content, without a token. */
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
