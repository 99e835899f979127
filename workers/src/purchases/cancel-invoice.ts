import { Injectable } from '@nestjs/common';
import { IssueInvoiceJob } from './issue-invoice.js';

/** Issues the cancellation of a refunded purchase's invoice: the same command issues each missing document. */
@Injectable()
export class CancelInvoice extends IssueInvoiceJob {}
