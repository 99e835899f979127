/** The key of the PDF of an invoice in the storage. */
export const invoiceKey = (invoiceId: string): string => `invoices/${invoiceId}.pdf`;
