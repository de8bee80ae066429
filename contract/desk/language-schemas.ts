/** Apart from the languages themselves: those are read before the first window, which waits for nothing it can do without. */
import { z } from 'zod';
import { languages } from './language.ts';

export const languageSchema = z.enum(languages);
export const languageChoiceSchema = z.enum(['system', ...languages]);
