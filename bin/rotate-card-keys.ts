import { disconnect } from "@/lib/db";
import { currentKeyVersion } from "@/lib/kernel/seal";
import { rotateKeys } from "@/lib/operations/key-rotation/rotate-keys";
import { exitCodes, runCommand } from "./command.ts";

/**
 * `npm run rotate-card-keys`, with the service's environment once every process seals with the new key: decision 0039. Exit
 * code 0 when everything is sealed with it, 2 when the command could not finish; it can be run again.
 */
await runCommand(async () => {
  const rotated = await rotateKeys();
  console.table(rotated);
  console.log(
    `everything is sealed with key ${currentKeyVersion()}; other keys may leave CARD_KEYS if no process seals with them`,
  );
  await disconnect();
  return exitCodes.sound;
});
