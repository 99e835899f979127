import { Injectable } from '@nestjs/common';
import { SuspendPatterns } from './suspend-patterns.js';

/** Brings the patterns of a restored designer back as they were; the command looks what the account says now. */
@Injectable()
export class RestorePatterns extends SuspendPatterns {}
