import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { rpcUrl } from "./client";
import { findMismatch } from "./find-mismatch";
import type { Network } from "./networks";
import { askNode, NodeReplyError } from "./read/ask-node";
import { quantity } from "./read/reply-fields";
import { recordFault } from "./store";

/** A good result is checked again, because the node behind a URL can be replaced. */
const RECHECK_MS = 300_000;
/** The interval of checks while the node is wrong or unreachable. */
const RETRY_MS = 1_000;

interface Check {
  isReady: boolean;
  untilMs: number;
  running: Promise<boolean> | undefined;
}

const checks = perProcess("networkChecks", () => new Map<string, Check>());

const keyOf = ({ chain }: Network, url: string | undefined) => `${chain} ${url}`;

function checkOf(key: string): Check {
  const known = checks.get(key);
  if (known) return known;
  const check = { isReady: false, untilMs: 0, running: undefined };
  checks.set(key, check);
  return check;
}

async function examine(network: Network): Promise<boolean> {
  const subject = { kind: "chain_stopped", subject: network.chain } as const;
  let mismatch: string | undefined;
  try {
    mismatch = await findMismatch(network);
  } catch (error) {
    const failure = errorFields(error);
    log().error({ chain: network.chain, failure }, "chain's node not checked");
    await recordFault(network.chain, "Its node gives no answer that can be used.", now());
    return false;
  }
  if (mismatch === undefined) {
    await closeAlert(subject);
    return true;
  }
  const text = `${network.chain} is stopped: ${mismatch}`;
  await recordFault(network.chain, text, now());
  await openAlert({ ...subject, text });
  return false;
}

/**
 * Whether the chain can be read and used for sending: its node responds and has the expected chain id and tokens. A
 * wrong node stops only this chain, sets `chain_status.fault` and opens an alert; the check is repeated until the node
 * is right. Never throws for errors of a node.
 * @throws database errors.
 */
export async function chainReady(network: Network): Promise<boolean> {
  const url = rpcUrl(network);
  if (url === undefined) return false;
  const check = checkOf(keyOf(network, url));
  if (performance.now() < check.untilMs) return check.isReady;
  check.running ??= examine(network)
    .then((isReady) => {
      check.isReady = isReady;
      check.untilMs = performance.now() + (isReady ? RECHECK_MS : RETRY_MS);
      return isReady;
    })
    .finally(() => {
      check.running = undefined;
    });
  return check.running;
}

/**
 * Checks that the node still answers for this chain, where nothing else would show it. Numbers of blocks of another chain,
 * which can be far ahead, would be stored as read, and `chainReady` may have looked minutes ago.
 * @throws NodeReplyError when the node is of another chain; the next `chainReady` then checks it as a whole.
 */
export async function requireChain(network: Network): Promise<void> {
  const chainId = await askNode(network, quantity, "eth_chainId", []);
  if (chainId === BigInt(network.chainId)) return;
  checkOf(keyOf(network, rpcUrl(network))).untilMs = 0;
  throw new NodeReplyError(
    `the node of ${network.chain} is of chain ${chainId}, and not of ${network.chainId}`,
  );
}
