import { applyDecorators, createParamDecorator, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { Problem } from '../problem.js';
import { Fails } from './answers.js';

/** Whoever is behind the access token, as the database knows them now. */
export interface Viewer {
  id: string;
  sessionId: string;
  email: string;
  role: 'user' | 'admin' | 'moderator';
  verified: boolean;
  language: 'de' | 'en';
}

const refused = () => new Problem(401, 'UNAUTHENTICATED', 'You are not authorized to perform this action.');

@Injectable()
class SignedInGuard extends AuthGuard('jwt') {
  override handleRequest<T>(error: unknown, viewer: T | false): T {
    // A database that does not answer is no reason to sign anybody out: such an error stays what it is.
    if (error) throw error;
    if (!viewer) throw refused();
    return viewer;
  }
}

/** No token is fine; a token that does not hold is refused, so that nobody pays as a guest without noticing. */
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

export const SignedIn = () => applyDecorators(UseGuards(SignedInGuard), ApiBearerAuth(), Fails('401 UNAUTHENTICATED'));

export const MaybeSignedIn = () =>
  applyDecorators(UseGuards(MaybeSignedInGuard), ApiBearerAuth(), ApiSecurity({}), Fails('401 UNAUTHENTICATED'));

/** The Viewer, or null behind MaybeSignedIn without a token. */
export const CurrentViewer = createParamDecorator(
  (_: unknown, context: ExecutionContext): Viewer | null =>
    context.switchToHttp().getRequest<{ user?: Viewer }>().user ?? null,
);
