import { deriveToken } from '../../platform/derived-token.js';

/** Derives the buyer's download token. Each renewal of the link increments the serial. */
export function downloadToken(secret: string, purchaseId: string, serial: number): string {
  return deriveToken(secret, 'download', purchaseId, serial);
}
