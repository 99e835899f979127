import { Injectable } from '@nestjs/common';
import { ClaimPurchases } from './claim-purchases.js';

/** What was bought as a guest while the account was about to be erased comes to it once it stays. */
@Injectable()
export class CatchUpClaims extends ClaimPurchases {}
