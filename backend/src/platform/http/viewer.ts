import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  mixin,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiError, forbidden } from '../api-error.js';
import { Fails } from './cache/responses.js';

/** The user to whom the access token belongs, with the current state from the database. */
export interface Viewer {
  id: string;
  sessionId: string;
  email: string;
  role: 'user' | 'admin' | 'moderator';
  verified: boolean;
  language: 'de' | 'en';
  /** The role requires a second factor, and the account has none. */
  factorMissing: boolean;
}

const unauthenticated = () => new ApiError(401, 'UNAUTHENTICATED', 'You are not authorized to perform this action.');

@Injectable()
class SignedInGuard extends AuthGuard('jwt') {
  override handleRequest<T>(error: unknown, viewer: T | false): T {
    // Rethrows a database error unchanged: a 401 instead would sign the user out.
    if (error) throw error;
    if (!viewer) throw unauthenticated();
    return viewer;
  }
}

/**
 * Accepts a request without a token. Refuses an invalid token, because otherwise a buyer whose session has ended would pay
 * as a guest without noticing.
 */
@Injectable()
class MaybeSignedInGuard extends AuthGuard('jwt') {
  override canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    return headers.authorization === undefined ? true : super.canActivate(context);
  }

  override handleRequest<T>(error: unknown, viewer: T | false): T {
    if (error) throw error;
    if (!viewer) throw unauthenticated();
    return viewer;
  }
}

/** Creates a guard that refuses some viewers. It must run after SignedInGuard, which sets the viewer. */
function createViewerGuard(findRefusal: (viewer: Viewer) => ApiError | null): Type<CanActivate> {
  @Injectable()
  class ViewerGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const problem = findRefusal(context.switchToHttp().getRequest<{ user: Viewer }>().user);
      if (problem) throw problem;
      return true;
    }
  }
  return mixin(ViewerGuard);
}

const unverified = () =>
  new ApiError(403, 'EMAIL_NOT_VERIFIED', 'Your account has not been verified yet. Please check your emails.');

const VerifiedGuard = createViewerGuard(({ verified }) => (verified ? null : unverified()));
const missingFactor = () =>
  new ApiError(403, 'SECOND_FACTOR_MISSING', 'Your role needs a second factor. Please set it up in your account.');

const refuseWithoutFactor = ({ factorMissing }: Viewer) => (factorMissing ? missingFactor() : null);
const AdminGuard = createViewerGuard((viewer) => (viewer.role === 'admin' ? refuseWithoutFactor(viewer) : forbidden()));
const ModeratorGuard = createViewerGuard((viewer) =>
  viewer.role === 'user' ? forbidden() : refuseWithoutFactor(viewer),
);

export const SignedIn = () => applyDecorators(UseGuards(SignedInGuard), ApiBearerAuth(), Fails('401 UNAUTHENTICATED'));

export const MaybeSignedIn = () =>
  applyDecorators(UseGuards(MaybeSignedInGuard), ApiBearerAuth(), ApiSecurity({}), Fails('401 UNAUTHENTICATED'));

/** Requires a verified email address, which selling needs and buying does not. */
export const SignedInVerified = () =>
  applyDecorators(
    UseGuards(SignedInGuard, VerifiedGuard),
    ApiBearerAuth(),
    Fails('401 UNAUTHENTICATED', '403 EMAIL_NOT_VERIFIED'),
  );
export const SignedInAdmin = () =>
  applyDecorators(
    UseGuards(SignedInGuard, AdminGuard),
    ApiBearerAuth(),
    Fails('401 UNAUTHENTICATED', '403 FORBIDDEN', '403 SECOND_FACTOR_MISSING'),
  );
/** Requires a moderator or an administrator: administrators have all rights of moderators. */
export const SignedInModerator = () =>
  applyDecorators(
    UseGuards(SignedInGuard, ModeratorGuard),
    ApiBearerAuth(),
    Fails('401 UNAUTHENTICATED', '403 FORBIDDEN', '403 SECOND_FACTOR_MISSING'),
  );
/** Injects the viewer; null when a MaybeSignedIn endpoint is called without a token. */
export const CurrentViewer = createParamDecorator(
  (_: unknown, context: ExecutionContext): Viewer | null =>
    context.switchToHttp().getRequest<{ user?: Viewer }>().user ?? null,
);
