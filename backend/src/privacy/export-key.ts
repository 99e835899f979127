/** Common prefix of all archives of a user: an erasure also deletes archives that have no database row. */
export const exportPrefix = (userId: string): string => `exports/${userId}/`;

export const exportKey = (userId: string, requestId: string): string => `${exportPrefix(userId)}${requestId}.zip`;
