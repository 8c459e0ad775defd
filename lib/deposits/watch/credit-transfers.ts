import { alertRow } from "@/lib/alerts/alert-row";
import { findSettledReplacements, replacementAlert } from "@/lib/deposits/credit/deposit-alerts";
import { changeSetOfDeposits } from "@/lib/deposits/credit/deposit-change-set";
import { matchTransfers } from "@/lib/deposits/credit/match-transfers";
import { canBeCredited } from "@/lib/deposits/credit/owner";
import { findOwners, listCredited } from "@/lib/deposits/credit/store";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { type ChangeSet, decideAndCommit, mergeChangeSets } from "@/lib/ledger";
import { type Cursor, CursorMoved } from "./cursor";
import { findCursor } from "./store";

/** Maximum per commit, which must end well within the statement timeout: anybody can make thousands in one transaction. */
const MAX_TRANSFERS = 100;

interface Position {
  blockNumber: bigint;
  blockHash: string | null;
}

export interface Credited {
  cursor: Cursor;
  credited: number;
  suspended: number;
}

/** The transfers of one commit. */
interface Part {
  transfers: readonly Transfer[];
  /**
   * All transfers of their transactions. What was credited is compared with these: equal transfers of another part would
   * otherwise be taken for the same ones.
   */
  ofTransactions: readonly Transfer[];
}

/** Returns at least one part, possibly empty, since the cursor moves in any case. */
function inParts(transfers: readonly Transfer[]): Part[] {
  const byTransaction = Map.groupBy(transfers, ({ txHash }) => txHash);
  const parts: Part[] = [];
  for (let start = 0; start === 0 || start < transfers.length; start += MAX_TRANSFERS) {
    const part = transfers.slice(start, start + MAX_TRANSFERS);
    const hashes = [...new Set(part.map(({ txHash }) => txHash))];
    const ofTransactions = hashes.flatMap((hash) => byTransaction.get(hash) ?? []);
    parts.push({ transfers: part, ofTransactions });
  }
  return parts;
}

function moveCursor(cursor: Cursor, to: Position): ChangeSet {
  const { blockNumber, blockHash } = to;
  const change = { id: cursor.chain, version: cursor.version, set: { blockNumber, blockHash } };
  return { update: { chain_cursors: [change] } };
}

/**
 * Credits one part and moves the cursor, in one commit. The cursor's version guards both, so stale data is not
 * committed.
 */
async function creditPart(cursor: Cursor, { transfers, ofTransactions }: Part, to: Position) {
  const { chain } = cursor;
  const isOfPart = new Set(transfers);
  const read = async () => {
    const current = await findCursor(chain);
    const hashes = transfers.map(({ txHash }) => txHash);
    const earlier = await listCredited(chain, hashes);
    const settled = await findSettledReplacements(earlier);
    const owners = await findOwners(transfers.map(({ toAddress }) => toAddress));
    return { current, earlier, settled, owners };
  };
  return decideAndCommit(read, ({ current, earlier, settled, owners }) => {
    if (current?.version !== cursor.version) throw new CursorMoved(chain);
    const at = now();
    const matched = matchTransfers(ofTransactions, earlier);
    const replacing = matched.replacing.filter(
      ({ transfer, credited }) => isOfPart.has(transfer) && !settled.has(credited.id),
    );
    const alerts = replacing.map((each) => alertRow(replacementAlert(each)));
    const fresh = matched.fresh.filter((transfer) => isOfPart.has(transfer));
    const deposits = fresh.flatMap((transfer) => {
      const owner = owners.get(transfer.toAddress);
      return owner ? [{ id: newId("dep"), transfer, owner, at }] : [];
    });
    const parts = [moveCursor(cursor, to), { insert: { alerts } }, changeSetOfDeposits(deposits)];
    const credited = deposits.filter(({ owner }) => canBeCredited(owner)).length;
    const result = { credited, suspended: deposits.length - credited };
    return { changeSet: parts.reduce(mergeChangeSets), result };
  });
}

/**
 * Credits the confirmed transfers to our addresses that were not credited before, and moves the cursor. A transfer at
 * the place of another, credited transfer is not credited; an alert asks people to decide. Many transfers are credited
 * in several commits, and only the last commit moves the cursor to the new block. After a crash, the blocks are read
 * again from the old cursor, and the transfers already credited are recognized.
 * @throws CursorMoved when another process was faster; earlier commits remain.
 */
export async function creditTransfers(
  cursor: Cursor,
  transfers: readonly Transfer[],
  to: Position,
): Promise<Credited> {
  const owners = await findOwners(transfers.map(({ toAddress }) => toAddress));
  const parts = inParts(transfers.filter(({ toAddress }) => owners.has(toAddress)));
  const done: Credited = { cursor, credited: 0, suspended: 0 };
  for (const [index, part] of parts.entries()) {
    const { blockNumber, blockHash, version } = done.cursor;
    const position = index === parts.length - 1 ? to : { blockNumber, blockHash };
    const { credited, suspended } = await creditPart(done.cursor, part, position);
    done.cursor = { chain: cursor.chain, ...position, version: version + 1 };
    done.credited += credited;
    done.suspended += suspended;
  }
  return done;
}
