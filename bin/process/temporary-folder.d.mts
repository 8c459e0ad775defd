/** See temporary-folder.mjs. */
export function temporaryParent(): string;
