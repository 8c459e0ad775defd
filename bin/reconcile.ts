import { disconnect } from "@/lib/db";
import { formatUsd } from "@/lib/kernel/money";
import { describeCause } from "@/lib/treasury/reconcile/describe-cause";
import { type Reconciliation, reconcile } from "@/lib/treasury/reconcile/reconcile";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";

type Outcome = Reconciliation["chains"][number];

const LINES = [
  ...([
    "wallets",
    "cards",
    "holds",
    "shortfalls",
    "fees",
    "network",
    "disputes",
    "payout",
    "suspense",
  ] as const),
  ...(["capital", "adjustments", "costs", "bank"] as const),
];

function printBooks({ books, booksDifferenceMicroUsd }: Reconciliation): void {
  const print = (name: string, microUsd: bigint) =>
    console.log(`${name.padEnd(12)} ${formatUsd(microUsd).padStart(20)}`);
  for (const name of LINES) print(name, books[name]);
  print("custody", books.custody);
  print("difference", booksDifferenceMicroUsd);
  console.log();
}

function printChain(outcome: Outcome): void {
  if (!("tokens" in outcome)) {
    const fault = "fault" in outcome ? `: ${outcome.fault}` : "";
    console.log(`${outcome.chain}: ${outcome.state}${fault}`);
    return;
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
          "posted later": formatUsd(token.postedLaterMicroUsd),
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

/** A running watcher is a poll behind at most; chains with a block in a quarter of a second have four in it. */
const USUAL_LAG_BLOCKS = 10n;
const ALLOW_BEHIND = "--allow-behind";

/** Lists the chains whose newest blocks are not in the books, so that equality says nothing about them. */
function behindOf({ chains }: Reconciliation): string[] {
  return chains.flatMap((outcome) =>
    "tokens" in outcome && outcome.behindBlocks > USUAL_LAG_BLOCKS
      ? [`${outcome.chain}: ${outcome.behindBlocks} confirmed blocks are not read yet`]
      : [],
  );
}

/**
 * `npm run reconcile`, with the service's environment: the books, by all deposits and signed transfers, against every chain, each as
 * of one block, over all deposit addresses. Exit code 0 only when they agree, 1 when they differ, 2 when the books or a chain that has custody
 * could not be read, or when the watcher is behind the chain, as in a restored database; `--allow-behind` accepts that.
 * docs/treasury.md says what the lines mean.
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  if (given.some((argument) => argument !== ALLOW_BEHIND))
    throw new Error(`The only option is ${ALLOW_BEHIND}: npm run reconcile -- ${ALLOW_BEHIND}`);
  const found = await reconcile({ isWhole: true });
  printBooks(found);
  for (const outcome of found.chains) printChain(outcome);
  await disconnect();
  const behind = behindOf(found);
  for (const line of behind) console.log(line);
  if (found.isEqual && behind.length > 0 && !given.includes(ALLOW_BEHIND)) {
    console.log(
      `NOT CHECKED to the head: let a worker read the chains, and run this again. ${ALLOW_BEHIND} compares what was read.`,
    );
    return exitCodes.unchecked;
  }
  if (found.isEqual) {
    console.log(behind.length > 0 ? "equal, as far as the chains were read" : "equal");
    return exitCodes.sound;
  }
  const isUnequal =
    found.booksDifferenceMicroUsd !== 0n || found.chains.some(({ state }) => state === "unequal");
  console.log(isUnequal ? "NOT EQUAL" : "NOT CHECKED: a chain could not be read");
  return isUnequal ? exitCodes.broken : exitCodes.unchecked;
}, ITS_OWN_ARGUMENTS);
