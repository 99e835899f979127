import { Injectable } from '@nestjs/common';
import { ClaimPurchases } from './claim-purchases.js';

/** Assigns the guest purchases made while an erasure was pending, after the erasure was cancelled. */
@Injectable()
export class CatchUpClaims extends ClaimPurchases {}
