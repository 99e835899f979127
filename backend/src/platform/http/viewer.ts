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
import { ApiError } from '../api-error.js';
import { Fails } from './cache/responses.js';

/** The user of the access token, with the current state from the database. */
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

const refused = () => new ApiError(401, 'UNAUTHENTICATED', 'You are not authorized to perform this action.');

@Injectable()
class SignedInGuard extends AuthGuard('jwt') {
  override handleRequest<T>(error: unknown, viewer: T | false): T {
    // Keeps a database error as it is: it must not sign the user out.
    if (error) throw error;
    if (!viewer) throw refused();
    return viewer;
  }
}

/** Accepts requests without a token and refuses an invalid token: otherwise a buyer could pay as a guest unnoticed. */
@Injectable()
class MaybeSignedInGuard extends AuthGuard('jwt') {
  override canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    return headers.authorization === undefined ? true : super.canActivate(context);
  }

  override handleRequest<T>(error: unknown, viewer: T | false): T {
    if (error) throw error;
    if (!viewer) throw refused();
    return viewer;
  }
}

/** Runs after SignedInGuard, so there is a viewer. */
function guardThat(refusal: (viewer: Viewer) => ApiError | null): Type<CanActivate> {
  @Injectable()
  class ViewerGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const problem = refusal(context.switchToHttp().getRequest<{ user: Viewer }>().user);
      if (problem) throw problem;
      return true;
    }
  }
  return mixin(ViewerGuard);
}

const forbidden = () => new ApiError(403, 'FORBIDDEN', 'You are not authorized to perform this action.');
const unverified = () =>
  new ApiError(403, 'EMAIL_NOT_VERIFIED', 'Your account has not been verified yet. Please check your emails.');

const VerifiedGuard = guardThat(({ verified }) => (verified ? null : unverified()));
const missingFactor = () =>
  new ApiError(403, 'SECOND_FACTOR_MISSING', 'Your role needs a second factor. Please set it up in your account.');

const privileged = ({ factorMissing }: Viewer) => (factorMissing ? missingFactor() : null);
const AdminGuard = guardThat((viewer) => (viewer.role === 'admin' ? privileged(viewer) : forbidden()));
const ModeratorGuard = guardThat((viewer) => (viewer.role === 'user' ? forbidden() : privileged(viewer)));

export const SignedIn = () => applyDecorators(UseGuards(SignedInGuard), ApiBearerAuth(), Fails('401 UNAUTHENTICATED'));

export const MaybeSignedIn = () =>
  applyDecorators(UseGuards(MaybeSignedInGuard), ApiBearerAuth(), ApiSecurity({}), Fails('401 UNAUTHENTICATED'));

/** Requires a confirmed email address; selling requires it, buying does not. */
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
/** Moderators and administrators; administrators may do everything that moderators may. */
export const SignedInModerator = () =>
  applyDecorators(
    UseGuards(SignedInGuard, ModeratorGuard),
    ApiBearerAuth(),
    Fails('401 UNAUTHENTICATED', '403 FORBIDDEN', '403 SECOND_FACTOR_MISSING'),
  );
/** The viewer; null on a MaybeSignedIn endpoint without a token. */
export const CurrentViewer = createParamDecorator(
  (_: unknown, context: ExecutionContext): Viewer | null =>
    context.switchToHttp().getRequest<{ user?: Viewer }>().user ?? null,
);
