import { Injectable } from '@nestjs/common';
import { IssueInvoiceJob } from './issue-invoice.js';

/** A refunded purchase gets the document that takes its invoice back: the same command issues whatever is missing. */
@Injectable()
export class CancelInvoice extends IssueInvoiceJob {}
