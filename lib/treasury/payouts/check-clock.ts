import type { ChainView, SendRun } from "./run";
import { setAlert } from "./set-alert";

/**
 * How far two clocks that are right may be apart: blocks of these networks are dated within seconds, and machines keep
 * their clocks within less.
 */
export const CLOCK_MARGIN_S = 300n;

/**
 * Whether the head is of no later time than it can be by our own clock. Nothing is concluded from one that is, nor
 * signed by its time: by a node that lies, or whose clock is wrong, an authorisation would seem to have run out that
 * everybody can still send. An alert tells of it. Source: threat 8.
 */
export async function checkClock(
  { network: { chain } }: SendRun,
  { head, nowS }: ChainView,
): Promise<boolean> {
  const aheadS = head.timeS - nowS;
  const isRight = aheadS <= CLOCK_MARGIN_S;
  const text = `The newest block of ${chain} is of ${Math.floor(Number(aheadS) / 60)} minutes later than it is by the database's clock. Nothing is sent, completed or refunded on ${chain} until they agree: look whether the node is the right one, and at the clocks of the node and of the database.`;
  await setAlert("chain_clock", chain, isRight ? undefined : text);
  return isRight;
}
