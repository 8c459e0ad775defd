import { payoutNetwork } from "@/lib/chain/payout-network";
import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { sendOnChain } from "@/lib/treasury/payouts/send-on-chain";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";

/** A separate process that polls the payout chain once, and kills itself after the step that its argument names. */
const [killAfter] = process.argv.slice(2);

await sendOnChain(payoutNetwork(env().SERVICE_ENVIRONMENT), {
  end: endWithdrawal,
  onStep: (step) => {
    if (step === killAfter) process.kill(process.pid, "SIGKILL");
  },
});
await disconnect();
