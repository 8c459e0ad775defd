import { forgetEnv } from "@/lib/kernel/env";
import { FAUCET_PRIVATE_KEY, startChain } from "@/test/chain";

/** Starts a chain with a faucet, which the sandbox's deposits need. Returns a function that stops the chain. */
export async function startSandboxChain(): Promise<() => Promise<void>> {
  const chain = await startChain();
  process.env.SANDBOX_FAUCET_PRIVATE_KEY = FAUCET_PRIVATE_KEY;
  forgetEnv();
  return () => chain.stop();
}
