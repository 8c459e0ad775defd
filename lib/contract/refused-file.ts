import { ValidationError } from "@/lib/kernel/errors";

/**
 * The error for an uploaded file that breaks a rule. `text` continues a sentence that begins with "file", such as "must
 * be at most 5 MB".
 */
export const refusedFile = (rule: string, text: string): ValidationError =>
  new ValidationError([{ property: "file", constraints: { [rule]: `file ${text}` } }]);
