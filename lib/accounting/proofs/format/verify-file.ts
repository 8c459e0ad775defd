import { dayBytes, dayHash, leafHash } from "./encode";
import { isSigned, type PublicKey } from "./keys";
import type { ProofDay, ProofFile } from "./proof-file";
import { rootFromPath, rootOf } from "./tree";

/** The result of one check: what holds, or how the file contradicts itself. */
export interface ProofCheck {
  isSound: boolean;
  text: string;
}

const sound = (text: string): ProofCheck => ({ isSound: true, text });
const broken = (text: string): ProofCheck => ({ isSound: false, text });

/** Checks that a day's journals are all of its leaves, in order, and lead to its root. */
function checkWholeDay(
  partnerId: string,
  { day, leafCount, root, journals }: ProofDay,
): ProofCheck {
  if (journals.length !== leafCount)
    return broken(`${day}: the root covers ${leafCount} journals, the file has ${journals.length}`);
  if (journals.some(({ index }, place) => index !== place))
    return broken(`${day}: the journals are not in the order of their numbers`);
  const found = rootOf(journals.map((journal) => leafHash(partnerId, journal))).toString("hex");
  if (found !== root) return broken(`${day}: a journal was changed: root ${found}, not ${root}`);
  return sound(`${day}: all ${leafCount} journals lead to the root ${root}`);
}

/** Checks that each journal leads to its day's root by its path. */
function checkPaths(partnerId: string, { day, leafCount, root, journals }: ProofDay): ProofCheck[] {
  return journals.map((journal) => {
    const path = (journal.path ?? []).map((hash) => Buffer.from(hash, "hex"));
    const found = rootFromPath(leafHash(partnerId, journal), journal.index, leafCount, path);
    return found?.toString("hex") === root
      ? sound(`${day}: journal ${journal.journalId} leads to the root ${root}`)
      : broken(`${day}: journal ${journal.journalId} does not lead to the root ${root}`);
  });
}

function checkSignature(partnerId: string, day: ProofDay, keys: readonly PublicKey[]): ProofCheck {
  const key = keys.find(({ keyId }) => keyId === day.keyId);
  if (!key) return broken(`${day.day}: signed with key ${day.keyId}, which is not a given key`);
  return isSigned(key, dayBytes({ partnerId, ...day }), day.signature)
    ? sound(`${day.day}: the signature is of key ${day.keyId}`)
    : broken(`${day.day}: the signature is not of key ${day.keyId}`);
}

/** Checks that each day names the hash of the day before it. */
function checkChain({ partnerId, days }: ProofFile): ProofCheck[] {
  return days.slice(1).map((day, place) => {
    const before = days[place] as ProofDay;
    if (day.day <= before.day) return broken(`${day.day}: does not follow ${before.day}`);
    return day.previous === dayHash({ partnerId, ...before })
      ? sound(`${day.day}: continues ${before.day}`)
      : broken(`${day.day}: does not continue ${before.day}; a day was changed or left out`);
  });
}

interface Step {
  version: bigint;
  amount: bigint;
  balance: bigint;
}

function stepsOf({ days }: ProofFile): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  for (const { account, version, amountMicroUsd, balanceAfterMicroUsd } of days.flatMap(
    ({ journals }) => journals.flatMap(({ legs }) => legs),
  )) {
    if (version === null || balanceAfterMicroUsd === null) continue;
    const step = {
      version: BigInt(version),
      amount: BigInt(amountMicroUsd),
      balance: BigInt(balanceAfterMicroUsd),
    };
    const known = steps.get(account);
    if (known) known.push(step);
    else steps.set(account, [step]);
  }
  return steps;
}

/** Checks that the entries of each account follow each other without a gap, and that amounts explain the balances. */
function checkAccounts(file: ProofFile): ProofCheck[] {
  return [...stepsOf(file)].map(([account, unordered]) => {
    const steps = unordered.toSorted((one, other) => (one.version < other.version ? -1 : 1));
    const gap = steps.find((step, place) => {
      const before = steps[place - 1];
      if (!before) return step.version === 1n && step.balance !== step.amount;
      return step.version !== before.version + 1n || step.balance !== before.balance + step.amount;
    });
    if (gap) return broken(`${account}: entry ${gap.version} does not continue the one before`);
    const [first, last] = [steps[0] as Step, steps.at(-1) as Step];
    return sound(
      `${account}: entries ${first.version} to ${last.version} continue each other, ` +
        `balance ${first.balance - first.amount} to ${last.balance} micro-USD`,
    );
  });
}

/**
 * Checks a file of proofs from the file alone: leaves, roots, signatures of the given keys, the chain of days, and, where
 * days are complete, the balances of every account. Source: docs/verifiable-ledger.md.
 */
export function verifyFile(file: ProofFile, keys: readonly PublicKey[]): ProofCheck[] {
  const { partnerId, days, isComplete } = file;
  if (days.every(({ journals }) => journals.length === 0))
    return [broken("the file has no journal, so it proves nothing")];
  return [
    ...days.flatMap((day) =>
      isComplete ? [checkWholeDay(partnerId, day)] : checkPaths(partnerId, day),
    ),
    ...days.map((day) => checkSignature(partnerId, day, keys)),
    ...checkChain(file),
    ...(isComplete ? checkAccounts(file) : []),
  ];
}
