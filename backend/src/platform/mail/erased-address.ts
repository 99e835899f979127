const HOST = 'erased.invalid';

/** Replaces the address of an erased account; the domain receives no mail (RFC 2606). */
export const erasedAddress = (userId: string): string => `erased-${userId}@${HOST}`;

export const isErasedAddress = (address: string): boolean => address.endsWith(`@${HOST}`);
