import { describeCause } from "@/lib/chain/treasury/reconcile/describe-cause";
import { reconcile } from "@/lib/chain/treasury/reconcile/reconcile";
import { disconnect } from "@/lib/db";
import { formatUsd } from "@/lib/money";

/**
 * `npm run reconcile`, with the service's environment: the books against every chain, each as of one block, over all
 * deposit addresses. Exit code 0 only when they agree, 1 when
 * they do not, 2 when the books could not be read. docs/treasury.md says what the lines mean.
 */
const found = await reconcile({ allAddresses: true }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
const { books, chains, isEqual } = found;

const LINES = ["wallets", "cards", "holds", "fees", "network", "payout", "suspense"] as const;
for (const name of LINES) console.log(`${name.padEnd(12)} ${formatUsd(books[name]).padStart(20)}`);
console.log(`${"custody".padEnd(12)} ${formatUsd(books.custody).padStart(20)}`);
console.log(
  `${"difference".padEnd(12)} ${formatUsd(found.booksDifferenceMicroUsd).padStart(20)}\n`,
);

for (const outcome of chains) {
  if (!("tokens" in outcome)) {
    const fault = "fault" in outcome ? `: ${outcome.fault}` : "";
    console.log(`${outcome.chain}: ${outcome.state}${fault}`);
    continue;
  }
  console.log(`${outcome.chain}: ${outcome.state} at block ${outcome.block.number}`);
  console.table(
    Object.fromEntries(
      outcome.tokens.map((token) => [
        token.token,
        {
          treasury: formatUsd(token.treasuryMicroUsd),
          "deposit addresses": formatUsd(token.depositAddressesMicroUsd),
          custody: formatUsd(token.custodyMicroUsd),
          "credited later": formatUsd(token.creditedLaterMicroUsd),
          uncredited: formatUsd(token.uncreditedMicroUsd),
          "paid, not completed": formatUsd(token.paidNotCompletedMicroUsd),
          "completed, not paid": formatUsd(token.completedNotPaidMicroUsd),
          difference: formatUsd(token.differenceMicroUsd),
        },
      ]),
    ),
  );
  for (const { token, causes, deviations } of outcome.tokens) {
    for (const cause of causes) console.log(`  ${token}: ${describeCause(cause)}`);
    for (const { account, balanceMicroUsd, expectedMicroUsd } of deviations)
      console.log(
        `  ${token}: ${account} has ${formatUsd(balanceMicroUsd)} instead of ${formatUsd(expectedMicroUsd)}`,
      );
  }
}
console.log(isEqual ? "equal" : "NOT EQUAL");
await disconnect();
process.exit(isEqual ? 0 : 1);
