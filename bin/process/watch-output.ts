/** Nothing is missing for a reader that went away by itself, as in `npm run audit | head`. */
const READER_LEFT = "EPIPE";

/**
 * Watches the standard output, whose failures `console.log` passes over in silence: a file of secrets on a full disk would
 * be empty, and the command would have succeeded. Returns a function that says at the end what to do; undefined when
 * everything was written.
 */
export function watchOutput(): () => Promise<string | undefined> {
  let failure: string | undefined;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== READER_LEFT) failure ??= error.code ?? error.message;
  });
  return async () => {
    // A failed write is reported a moment later.
    await new Promise((resolve) => setImmediate(resolve));
    return failure === undefined
      ? undefined
      : `The output is not complete, because it could not be written (${failure}). Free some space or write it elsewhere, and run this again.`;
  };
}
