/** The rows of a batch of an export, which is the most that a download holds in memory. */
export const BATCH_ROWS = 1_000;

/** The same for lists of the console, whose rows are larger. */
export const CONSOLE_BATCH_ROWS = 500;
