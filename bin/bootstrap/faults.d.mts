/** See faults.mjs. */
export const exitCodes: Readonly<{
  unexpected: number;
  portTaken: number;
  alreadyRunning: number;
  dataFolderBroken: number;
}>;
