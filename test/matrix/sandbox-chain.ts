import { forgetEnv } from "@/lib/kernel/env";
import { FAUCET_PRIVATE_KEY, startChain } from "@/test/chain";

/** A chain with a faucet, without which the sandbox's deposits are not to be had. Answers with what ends it. */
export async function startSandboxChain(): Promise<() => Promise<void>> {
  const chain = await startChain();
  process.env.SANDBOX_FAUCET_PRIVATE_KEY = FAUCET_PRIVATE_KEY;
  forgetEnv();
  return () => chain.stop();
}
