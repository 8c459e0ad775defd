// SQL: money path: commits concurrent change sets in one call.

import pg from "pg";
import { query, type RunQuery } from "@/lib/db";
import { noteWrite } from "@/lib/db/write-health";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { currentSpan, inSpan, type SpanPlace } from "@/lib/kernel/tracing/span";
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
/** Fewer change sets than this are not split into two calls. */
const MIN_SPLIT = 4;
/** After this time the next group starts beside the current one, which is then waiting for a lock or for the disk. */
const PATIENCE_MS = 20;
/** Limits the connections that blocked groups hold, so that the rest of the pool serves other requests. */
const MAX_UNDER_WAY = 4;
const LOCK_TIMEOUT = "55P03";
/** After errors of these classes (the connection or the server ended) the outcome of the transaction is unknown. */
const UNCERTAIN = /^(08|57P|58|XX)/;
/** PostgreSQL cancelled the statement for its timeout. It is not retried. */
const CANCELED = "57014";

interface Waiting extends Submission {
  /** The span of the request that submitted it. */
  span: SpanPlace | undefined;
  readWriteSet: ReadWriteSet;
  sinceMs: number;
  resolve(claimed: ClaimedRow | null): void;
  reject(error: unknown): void;
}

interface Group {
  changeSets: Waiting[];
  /** The union of the read/write sets of `changeSets`. */
  readWriteSet: ReadWriteSet;
}

type Statement = "commit_change_set" | "commit_change_sets";

/** Sends a message. Returns the row of the idempotency key if it was already claimed; nothing is written then. */
export async function send(
  statement: Statement,
  message: string,
  runQuery: RunQuery = query,
): Promise<ClaimedRow | null> {
  const text = `SELECT ${statement}($1) AS claimed`;
  const rows = await runQuery<{ claimed: ClaimedRow | null }>(statement, text, [message]);
  noteWrite();
  return rows[0]?.claimed ?? null;
}

/** Sends a message in a span below the request of the first change set, linked to those of the others. */
function sendInSpan(statement: Statement, message: string, changeSets: readonly Waiting[]) {
  const [parent, ...links] = changeSets.flatMap(({ span }) => span ?? []);
  const attributes = {
    "db.system.name": "postgresql",
    "db.stored_procedure.name": statement,
    "db.operation.batch.size": changeSets.length,
  };
  return inSpan(statement, { kind: "client", attributes, parent: parent ?? null, links }, () =>
    send(statement, message),
  );
}

/** Commits one change set in its own transaction, without the short lock timeout of a group. */
async function commitAlone(waiting: Waiting): Promise<void> {
  try {
    waiting.resolve(await sendInSpan("commit_change_set", toMessage([waiting]), [waiting]));
  } catch (error) {
    waiting.reject(error);
  }
}

/** True if nothing was written and committing each change set alone may succeed. */
function isWorthASecondTry(error: unknown, { length }: readonly Waiting[]): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "" } = error;
  if (length === 1) return code === LOCK_TIMEOUT;
  return code !== CANCELED && !UNCERTAIN.test(code);
}

/**
 * Commits the change sets that arrive during a commit together, in one call and one transaction. For 16 change sets
 * this costs PostgreSQL a third of 16 commits. A single change set is committed at once. If a group fails, each change
 * set is committed alone, so that none fails because of another one. Source: docs/decisions/0035-group-commit.md
 */
class GroupCommit {
  #waiting: Waiting[] = [];
  readonly #underWay = new Set<Group>();
  /** The group whose end the next group waits for. */
  #current: Group | undefined;
  #isPlanned = false;

  /** Returns the row of the idempotency key if an earlier request claimed it; nothing is committed then. */
  submit(submission: Submission): Promise<ClaimedRow | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        ...submission,
        readWriteSet: readWriteSetOf(submission.changeSet),
        span: currentSpan(),
        sinceMs: performance.now(),
        resolve,
        reject,
      });
      if (this.#isPlanned || this.#current) return;
      this.#isPlanned = true;
      // Change sets that arrive in this turn of the event loop join the group.
      setImmediate(() => {
        this.#isPlanned = false;
        const { length } = this.#waiting;
        // Only half of a burst starts now. From then on one half is decided while the other half is committed.
        this.#start(length < MIN_SPLIT ? length : Math.ceil(length / 2));
      });
    });
  }

  #start(size = MAX_GROUP): void {
    if (this.#current || this.#underWay.size >= MAX_UNDER_WAY) return;
    this.#refuseLate();
    const group = this.#nextGroup(Math.min(size, MAX_GROUP));
    if (group.changeSets.length > 0) void this.#commit(group);
  }

  /**
   * Refuses what has waited for longer than two groups without a response take. Otherwise the groups that a silent database lets
   * wait one after another add up to minutes, in which the clients give up, and the decisions become too old to be committed.
   */
  #refuseLate(): void {
    const beforeMs = performance.now() - 2 * env().DATABASE_ANSWER_TIMEOUT_MS;
    const isLate = ({ sinceMs }: Waiting) => sinceMs < beforeMs;
    const first = this.#waiting[0];
    if (!first || !isLate(first)) return;
    const { late = [], inTime = [] } = Object.groupBy(this.#waiting, (each) =>
      isLate(each) ? "late" : "inTime",
    );
    this.#waiting = inTime;
    for (const { reject } of late) reject(new Error("timeout expired before the commit was sent"));
  }

  /** Takes the oldest change sets that are disjoint from each other and that no group under way would block. */
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
      const claimed = await sendInSpan("commit_change_sets", message, changeSets);
      // One idempotency key was already claimed, so nothing was written for the whole group.
      if (claimed && changeSets.length > 1)
        for (const waiting of changeSets) void commitAlone(waiting);
      else for (const { resolve } of changeSets) resolve(claimed);
    } catch (error) {
      // Without a message nothing was sent, so a retry is safe.
      if (message === undefined || isWorthASecondTry(error, changeSets))
        for (const waiting of changeSets) void commitAlone(waiting);
      else for (const { reject } of changeSets) reject(error);
    } finally {
      clearTimeout(impatience);
      this.#underWay.delete(group);
      // The next group takes half of the waiting change sets and of those just committed, whose callers will submit
      // again. Groups of equal size keep Node and PostgreSQL busy at the same time.
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
