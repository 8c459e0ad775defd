/**
 * The faults with which `npm start` and `npm run serve` end, each with its exit code.
 *
 * | fault             | code | when                                                                |
 * |-------------------|------|---------------------------------------------------------------------|
 * | unexpected        | 1    | a process of ours died again and again; any error not named here    |
 * | settings          | 2    | a setting is missing, makes no sense, or is not the database's      |
 * | node              | 10   | Node is too old, or the pinned one does not run here                |
 * | install           | 11   | `npm install` failed                                                |
 * | portTaken         | 12   | another program listens on HOST:PORT                                |
 * | dataFolder        | 13   | DATA_DIR cannot be written, or its disk is full                     |
 * | dataFolderBroken  | 14   | DATA_DIR is there but damaged, or of another version                |
 * | alreadyRunning    | 15   | another instance works on the same DATA_DIR                         |
 * | build             | 16   | `prisma generate` or `next build` failed, or there is no build      |
 * | database          | 17   | PostgreSQL does not start, does not answer, or drops our settings   |
 * | migration         | 18   | a migration failed, or (serve) one is pending                       |
 * | seed              | 19   | the demo's data could not be made, or are left half made            |
 * | notReady          | 20   | the server runs but `/api/ready` did not answer 200 in time         |
 * | chain             | 21   | a local chain does not start or does not answer                     |
 */
export const exitCodes = Object.freeze({
  unexpected: 1,
  settings: 2,
  node: 10,
  install: 11,
  portTaken: 12,
  dataFolder: 13,
  dataFolderBroken: 14,
  alreadyRunning: 15,
  build: 16,
  database: 17,
  migration: 18,
  seed: 19,
  notReady: 20,
  chain: 21,
});

/** An expected fault. Only its message is printed, which says what to do. */
export class Fault extends Error {
  /**
   * @param {keyof typeof exitCodes} kind
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(kind, message, options) {
    super(message, options);
    this.name = "Fault";
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}

/** Prints why the program ends and returns its exit code. @param {unknown} error */
export function explain(error) {
  if (error instanceof Fault) {
    console.error(`\n${error.message}`);
    return error.exitCode;
  }
  // An unexpected error is printed with its stack.
  console.error("\nUnexpected error:", error);
  return exitCodes.unexpected;
}
