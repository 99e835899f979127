import { Injectable } from '@nestjs/common';
import { SuspendPatterns } from './suspend-patterns.js';

/** Republishes the patterns of a restored designer; the command reads the current state of the account. */
@Injectable()
export class RestorePatterns extends SuspendPatterns {}
