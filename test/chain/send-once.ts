import { payoutNetwork } from "@/lib/chain/payout-network";
import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { sendOnChain } from "@/lib/treasury/payouts/send-on-chain";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";

/** One look at the payout chain as a process of its own, which kills itself after the step that it is given. */
const [killAfter] = process.argv.slice(2);

await sendOnChain(payoutNetwork(env().SERVICE_ENVIRONMENT), {
  end: endWithdrawal,
  onStep: (step) => {
    if (step === killAfter) process.kill(process.pid, "SIGKILL");
  },
});
await disconnect();
