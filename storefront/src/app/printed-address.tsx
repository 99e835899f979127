import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';

/** On paper, below what was printed: where it came from. A token in the address stays off the paper. */
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
