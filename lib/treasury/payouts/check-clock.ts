import type { ChainView, SendRun } from "./run";
import { setAlert } from "./set-alert";

/**
 * The allowed difference between two correct clocks. Blocks of these networks are dated within seconds, and servers
 * keep their clocks within less.
 */
export const CLOCK_MARGIN_S = 300n;

/**
 * Whether the head's time is possible by our own clock. Otherwise nothing is concluded or signed with the head's time,
 * and an alert is opened. With a lying node or a node with a wrong clock, an authorization would seem expired that
 * anybody can still submit. Source: threat 8.
 */
export async function checkClock(
  { network: { chain } }: SendRun,
  { head, nowS }: ChainView,
): Promise<boolean> {
  const aheadS = head.timeS - nowS;
  const isRight = aheadS <= CLOCK_MARGIN_S;
  const text = `The newest block of ${chain} is ${Math.floor(Number(aheadS) / 60)} minutes ahead of the database's clock. Nothing is sent, completed or refunded on ${chain} until they agree.`;
  await setAlert("chain_clock", chain, isRight ? undefined : text);
  return isRight;
}
