import pg from "pg";
import { type Ask, query } from "@/lib/db";
import { noteWrite } from "@/lib/db/write-health";
import { perProcess } from "@/lib/kernel/per-process";
import type { ClaimedRow } from "./change-set";
import { type Submission, toMessage } from "./message";
import {
  addToReadWriteSet,
  emptyReadWriteSet,
  isDisjoint,
  type ReadWriteSet,
  readWriteSetOf,
  wouldBlock,
} from "./read-write-set";

const MAX_GROUP = 32;
/** As many as are worth two calls, should they come together. */
const MIN_SPLIT = 4;
/** After this the next group no longer waits for the one under way, which then waits for a lock or for the disk. */
const PATIENCE_MS = 20;
/** However many are held up, the rest of the connections is for others. */
const MAX_UNDER_WAY = 4;
const LOCK_TIMEOUT = "55P03";
/** Of errors of these classes PostgreSQL does not say that nothing was done: a connection or the server ended. */
const UNCERTAIN = /^(08|57P|58|XX)/;
/** What took too long once is not tried again. */
const CANCELED = "57014";

interface Waiting extends Submission {
  readWriteSet: ReadWriteSet;
  resolve(claimed: ClaimedRow | null): void;
  reject(error: unknown): void;
}

interface Group {
  changeSets: Waiting[];
  /** What all of them touch. */
  readWriteSet: ReadWriteSet;
}

type Statement = "commit_work" | "commit_together";

/** Sends a message. Answers the row of its idempotency key when that was claimed before: nothing was done then. */
export async function send(
  statement: Statement,
  message: string,
  ask: Ask = query,
): Promise<ClaimedRow | null> {
  const text = `SELECT ${statement}($1) AS claimed`;
  const rows = await ask<{ claimed: ClaimedRow | null }>(statement, text, [message]);
  noteWrite();
  return rows[0]?.claimed ?? null;
}

/** By itself, and for as long as it takes. */
async function commitAlone(waiting: Waiting): Promise<void> {
  try {
    waiting.resolve(await send("commit_work", toMessage([waiting])));
  } catch (error) {
    waiting.reject(error);
  }
}

/** Whether nothing was done, and each by itself may fare better. */
function isWorthASecondTry(error: unknown, { length }: readonly Waiting[]): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "" } = error;
  if (length === 1) return code === LOCK_TIMEOUT;
  return code !== CANCELED && !UNCERTAIN.test(code);
}

/**
 * Commits the change sets that arrive while others are being committed together: one call and one transaction for all,
 * which at 16 costs PostgreSQL a third of 16 commits. A single change set is committed at once. If the group fails, each is
 * committed by itself, so that none fails because of another one. Source: docs/decisions/0035-group-commit.md
 */
class GroupCommit {
  #waiting: Waiting[] = [];
  readonly #underWay = new Set<Group>();
  /** The group that the next one waits for. */
  #current: Group | undefined;
  #isPlanned = false;

  /** Answers the row of the idempotency key when an earlier request claimed it: nothing was committed then. */
  submit(submission: Submission): Promise<ClaimedRow | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        ...submission,
        readWriteSet: readWriteSetOf(submission.changeSet),
        resolve,
        reject,
      });
      if (this.#isPlanned || this.#current) return;
      this.#isPlanned = true;
      // What else comes in this turn of the event loop goes with it.
      setImmediate(() => {
        this.#isPlanned = false;
        const { length } = this.#waiting;
        // Of what comes at once half waits: from then on one half is decided on while the other is committed.
        this.#start(length < MIN_SPLIT ? length : Math.ceil(length / 2));
      });
    });
  }

  #start(size = MAX_GROUP): void {
    if (this.#current || this.#underWay.size >= MAX_UNDER_WAY) return;
    const group = this.#nextGroup(Math.min(size, MAX_GROUP));
    if (group.changeSets.length > 0) void this.#commit(group);
  }

  /** Those that wait longest, are apart from each other, and would not only wait for a group under way. */
  #nextGroup(size: number): Group {
    const group: Group = { changeSets: [], readWriteSet: emptyReadWriteSet() };
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { readWriteSet } = waiting;
      const fits =
        group.changeSets.length < size &&
        isDisjoint(group.readWriteSet, readWriteSet) &&
        ![...this.#underWay].some((other) => wouldBlock(other.readWriteSet, readWriteSet));
      if (fits) {
        group.changeSets.push(waiting);
        addToReadWriteSet(group.readWriteSet, readWriteSet);
      } else left.push(waiting);
    }
    this.#waiting = left;
    return group;
  }

  async #commit(group: Group): Promise<void> {
    const { changeSets } = group;
    this.#underWay.add(group);
    this.#current = group;
    const impatience = setTimeout(() => this.#goOnBeside(group), PATIENCE_MS);
    let message: string | undefined;
    try {
      message = toMessage(changeSets);
      const claimed = await send("commit_together", message);
      // A key of one of them was claimed before: nothing was done for any.
      if (claimed && changeSets.length > 1)
        for (const waiting of changeSets) void commitAlone(waiting);
      else for (const { resolve } of changeSets) resolve(claimed);
    } catch (error) {
      // What could not even be written down was not sent.
      if (message === undefined || isWorthASecondTry(error, changeSets))
        for (const waiting of changeSets) void commitAlone(waiting);
      else for (const { reject } of changeSets) reject(error);
    } finally {
      clearTimeout(impatience);
      this.#underWay.delete(group);
      // Of those that wait and those that now come again half goes: groups of a kind, else a long one waits for Node
      // where a short one waits for PostgreSQL.
      this.#goOnBeside(group, Math.ceil((this.#waiting.length + changeSets.length) / 2));
      this.#start();
    }
  }

  #goOnBeside(group: Group, size = MAX_GROUP): void {
    if (this.#current !== group) return;
    this.#current = undefined;
    this.#start(size);
  }
}

/** The group commit of this process. */
export function groupCommit(): GroupCommit {
  return perProcess("groupCommit", () => new GroupCommit());
}
