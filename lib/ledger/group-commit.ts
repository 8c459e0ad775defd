import pg from "pg";
import { query } from "@/lib/db";
import { type Asked, toMessage } from "./message";
import { addTouches, areApart, noTouches, type Touches, touchesOf } from "./touches";
import type { ClaimedRow } from "./work";

const MAX_GROUP = 32;
/** While one waits for the disk, or for a lock, the other goes on. */
const MAX_UNDER_WAY = 2;
const LOCK_TIMEOUT = "55P03";
/** Of errors of these classes PostgreSQL does not say that nothing was done: a connection or the server ended. */
const UNCERTAIN = /^(08|57P|58|XX)/;
/** What took too long once is not tried again. */
const CANCELED = "57014";

interface Waiting extends Asked {
  touches: Touches;
  resolve(claimed: ClaimedRow | null): void;
  reject(error: unknown): void;
}

type Statement = "commit_work" | "commit_together";

async function send(statement: Statement, asked: readonly Asked[]): Promise<ClaimedRow | null> {
  const text = `SELECT ${statement}($1) AS claimed`;
  const rows = await query<{ claimed: ClaimedRow | null }>(statement, text, [toMessage(asked)]);
  return rows[0]?.claimed ?? null;
}

/** By itself, and for as long as it takes. */
function commitAlone(waiting: Waiting): void {
  send("commit_work", [waiting]).then(waiting.resolve, waiting.reject);
}

/** Whether nothing was done, and each by itself may fare better. */
function isWorthASecondTry(error: unknown, { length }: readonly Waiting[]): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "" } = error;
  if (length === 1) return code === LOCK_TIMEOUT;
  return code !== CANCELED && !UNCERTAIN.test(code);
}

/**
 * Commits works that come while others are under way together: one call and one transaction for all, which costs
 * PostgreSQL a fourth of what it does one by one. A work that comes alone goes at once. Should the group fail, each is
 * tried by itself, so that none fails of another. Source: docs/decisions/0035-group-commit.md
 */
class GroupCommit {
  #waiting: Waiting[] = [];
  #underWay = 0;
  #isPlanned = false;

  /** Answers the row of the work's idempotency key when that was claimed before: nothing was done then. */
  submit(asked: Asked): Promise<ClaimedRow | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...asked, touches: touchesOf(asked.work), resolve, reject });
      if (this.#isPlanned || this.#underWay >= MAX_UNDER_WAY) return;
      this.#isPlanned = true;
      // What else comes in this turn of the event loop goes with it.
      setImmediate(() => {
        this.#isPlanned = false;
        this.#start();
      });
    });
  }

  #start(): void {
    while (this.#underWay < MAX_UNDER_WAY && this.#waiting.length > 0)
      void this.#commit(this.#nextGroup());
  }

  /** Those that wait longest and are apart from each other: as many as leave an equal part to each that may start. */
  #nextGroup(): Waiting[] {
    const part = Math.ceil(this.#waiting.length / (MAX_UNDER_WAY - this.#underWay));
    const size = Math.min(part, MAX_GROUP);
    const group: Waiting[] = [];
    const left: Waiting[] = [];
    const touched = noTouches();
    for (const waiting of this.#waiting) {
      const fits = group.length < size && areApart(touched, waiting.touches);
      if (fits) addTouches(touched, waiting.touches);
      (fits ? group : left).push(waiting);
    }
    this.#waiting = left;
    return group;
  }

  async #commit(group: Waiting[]): Promise<void> {
    this.#underWay += 1;
    try {
      const claimed = await send("commit_together", group);
      // A key of one of them was claimed before: nothing was done for any.
      if (claimed && group.length > 1) for (const waiting of group) commitAlone(waiting);
      else for (const { resolve } of group) resolve(claimed);
    } catch (error) {
      if (isWorthASecondTry(error, group)) for (const waiting of group) commitAlone(waiting);
      else for (const { reject } of group) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#start();
    }
  }
}

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletGroupCommit?: GroupCommit };

/** The group commit of this process. */
export function groupCommit(): GroupCommit {
  shared.partnerWalletGroupCommit ??= new GroupCommit();
  return shared.partnerWalletGroupCommit;
}
