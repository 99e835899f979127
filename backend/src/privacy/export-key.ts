/**
 * Storage prefix of all archives of a user. An erasure deletes every object with this prefix, also an archive without a row.
 */
export const exportPrefix = (userId: string): string => `exports/${userId}/`;

/** Storage key of one archive. */
export const exportKey = (userId: string, requestId: string): string => `${exportPrefix(userId)}${requestId}.zip`;
