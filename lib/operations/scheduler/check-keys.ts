import { activeSigner, OtherKey } from "@/lib/chain/keys/active-signer";
import { errorFields, log } from "@/lib/kernel/log";

/**
 * Ends the process when its keys are not those in use. A vault or a database that does not answer is no reason to end:
 * the keys are compared again before each use.
 */
export async function exitWithOtherKeys(): Promise<void> {
  try {
    await activeSigner();
  } catch (error) {
    if (!(error instanceof OtherKey)) {
      log().error({ failure: errorFields(error) }, "the keys were not compared at the start");
      return;
    }
    console.error(error.message);
    process.exit(1);
  }
}
