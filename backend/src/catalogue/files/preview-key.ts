/** The storage key of a prepared file while it waits for its designer's confirmation. */
export const previewKey = (fileId: string) => `previews/${fileId}.pdf`;
