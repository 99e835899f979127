import { deriveToken } from '../../platform/derived-token.js';

/** The buyer's download token; a renewed link has the next serial. */
export function accessToken(secret: string, purchaseId: string, serial: number): string {
  return deriveToken(secret, 'download', purchaseId, serial);
}
