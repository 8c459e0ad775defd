import { disconnect } from "@/lib/db";
import { formatUsd } from "@/lib/kernel/money";
import { prove, rotateRelayer, rotateTreasury } from "@/lib/treasury/rotation/rotate";
import { exitCodes, runCommand } from "./command.ts";

const USAGE = `Run it three times (docs/custody.md, rotation):
  1. with the new key's settings:    npm run --silent rotate-key -- treasury|relayer prove
  2. with the former key's settings: npm run rotate-key -- treasury|relayer move <proof>
  3. after the workers run with the new key, step 2 again until nothing is left`;

async function moveTreasury(proof: string): Promise<number> {
  const { from, to, moves, awayChains } = await rotateTreasury(proof);
  console.log(`The treasury in use is ${to}. Of ${from}:`);
  console.table(
    moves.map(({ chain, token, movedMicroUsd, leftMicroUsd }) => ({
      chain,
      token,
      "on the way now": formatUsd(movedMicroUsd),
      left: formatUsd(leftMicroUsd),
    })),
  );
  if (awayChains.length > 0)
    console.log(
      `NOT READ: ${awayChains.join(", ")}. The node is away, or of another chain or token. Keep the former key, and run this command again when the node answers.`,
    );
  const isEmpty = moves.every(
    ({ movedMicroUsd, leftMicroUsd }) => movedMicroUsd + leftMicroUsd === 0n,
  );
  if (isEmpty && awayChains.length > 0) return exitCodes.broken;
  console.log(
    isEmpty
      ? `${from} is empty on every chain that has a node.`
      : "Start the workers with the new key, wait until the transfers are confirmed, and run this command again.",
  );
  return isEmpty ? exitCodes.sound : exitCodes.broken;
}

async function moveRelayer(proof: string): Promise<number> {
  const { from, to } = await rotateRelayer(proof);
  console.log(`The relayer in use is ${to}. Send it coin on each chain; that of ${from} stays there.
Start the workers with the new key.`);
  return exitCodes.sound;
}

/**
 * `npm run rotate-key -- treasury|relayer prove|move`, with a worker's settings. Exit code 0 when nothing is left to do, 1
 * when a former treasury is not empty yet or a chain could not be read, 2 when the command could not be carried out.
 */
await runCommand(async () => {
  const [purpose, step, proof = ""] = process.argv.slice(2);
  if ((purpose !== "treasury" && purpose !== "relayer") || (step !== "prove" && step !== "move"))
    throw new Error(USAGE);
  const work = purpose === "treasury" ? moveTreasury : moveRelayer;
  if (step === "move") {
    const code = await work(proof);
    await disconnect();
    return code;
  }
  console.log(await prove(purpose));
  return exitCodes.sound;
}, 3);
