import { ApiProperty } from '@nestjs/swagger';
import { INVOICE_KINDS, type InvoiceKind } from './invoice.entity.js';

export class InvoiceLink {
  @ApiProperty({ example: 'RE-2026-000042' }) number!: string;
  @ApiProperty({
    enum: INVOICE_KINDS,
    description:
      'A cancellation cancels the invoice after a full refund, a correction reduces it after a partial refund',
  })
  kind!: InvoiceKind;
  @ApiProperty({ format: 'date-time' }) issuedAt!: string;
  @ApiProperty({ description: 'Presigned URL, valid for one minute' }) downloadUrl!: string;
  @ApiProperty({ type: 'integer', description: 'Seconds', example: 60 }) expiresIn!: number;
}

export class InvoiceList {
  @ApiProperty({ type: [InvoiceLink], description: 'Oldest first; empty for a free or unpaid purchase' })
  invoices!: InvoiceLink[];
}
