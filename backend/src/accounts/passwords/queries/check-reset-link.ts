import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ResetLinkAnswer } from '../password.contract.js';
import { ResetLinks } from '../reset-links.js';

/** Whether a reset link still works. @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED */
export class CheckResetLink extends Query<ResetLinkAnswer> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(CheckResetLink)
export class CheckResetLinkHandler implements IQueryHandler<CheckResetLink> {
  constructor(private readonly links: ResetLinks) {}

  async execute({ token }: CheckResetLink) {
    const { expiresAt } = await this.links.find(token);
    return { valid: true, expiresAt: expiresAt.toISOString() };
  }
}
