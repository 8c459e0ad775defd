import { disconnect } from "@/lib/db";
import { currentKeyVersion } from "@/lib/kernel/seal";
import { refuseUnopened, rotateKeys } from "@/lib/operations/key-rotation/rotate-keys";
import { exitCodes, runCommand } from "./command.ts";

/**
 * `npm run rotate-card-keys`, with the service's environment once every process seals with the new key: decision 0039. Exit
 * code 0 when everything is sealed with it, 2 when the command could not finish or a value does not open; it can be run again.
 */
await runCommand(async () => {
  const { columns, unopened } = await rotateKeys();
  console.table(columns);
  refuseUnopened(unopened);
  console.log(
    `everything is sealed with key ${currentKeyVersion()}; other keys may leave CARD_KEYS if no process seals with them`,
  );
  await disconnect();
  return exitCodes.sound;
});
