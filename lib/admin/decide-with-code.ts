import { confirmSecondFactor } from "@/lib/auth/confirm-second-factor";
import type { SignedInPerson } from "@/lib/auth/person";
import { isCodeUsed } from "@/lib/auth/store";
import { ServiceError } from "@/lib/errors";
import { type Decision, decideAndCommit, mergeWork } from "@/lib/ledger";

interface Decider {
  person: SignedInPerson;
  /** The code of their authenticator. */
  totp: string;
  at: Date;
}

/**
 * Makes a decision that takes a code of the authenticator. The commit of the decision uses the code up: it decides once,
 * and what is refused leaves it for another try. Source: RFC 6238, 5.2; docs/decisions/0012.
 * @throws ServiceError SECOND_FACTOR_INVALID, SECOND_FACTOR_LOCKED; SECOND_FACTOR_USED for a code that has decided before.
 */
export async function decideWithCode<Read, Result>(
  { person, totp, at }: Decider,
  read: () => Promise<Read>,
  decide: (read: Read) => Decision<Result>,
): Promise<Result> {
  const step = await confirmSecondFactor(person, totp, at);
  const usedCode = { personId: person.id, step, usedAt: at };
  return decideAndCommit(
    async () => {
      if (await isCodeUsed(person.id, step)) throw new ServiceError("SECOND_FACTOR_USED");
      return read();
    },
    (found) => {
      const { work, result } = decide(found);
      return { work: mergeWork(work, { insert: { used_codes: [usedCode] } }), result };
    },
  );
}
