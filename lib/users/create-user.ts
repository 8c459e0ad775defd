import { z } from "zod";
import type { UseCase } from "@/lib/contract/use-cases";
import { emailKeyOf } from "@/lib/identity/email-key";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type ChangeSet, decideAndCommit, feeJournal, mergeChangeSets } from "@/lib/ledger";
import { verificationUrl } from "@/lib/users/kyc/link";
import { newSession } from "@/lib/users/kyc/new-session";
import { kycProvider } from "@/lib/users/kyc/provider";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import type { createUserBody, createUserContract } from "./contract";
import { emailHash } from "./email-hash";
import { kycFee } from "./kyc-fee";
import { findUserCreationState } from "./store";

type Body = z.output<typeof createUserBody>;

interface NewUser {
  id: string;
  partnerId: string;
  emailKey: string;
  kycSessionId: string;
  at: Date;
}

function userRow(body: Body, { id, partnerId, emailKey, kycSessionId, at }: NewUser) {
  const { isTermsOfServiceAccepted: _, ...fields } = body;
  return {
    ...fields,
    id,
    partnerId,
    emailKey,
    kycSessionId,
    status: "pending",
    createdAt: at,
    version: 1,
  };
}

function feeWork(partnerId: string, userId: string, feeMicroUsd: bigint, at: Date): ChangeSet {
  if (feeMicroUsd === 0n) return {};
  const charged = feeJournal("kyc_fee", { sourceId: userId, partnerId }, feeMicroUsd);
  const narration = `Identity verification of user ${userId}`;
  return {
    journals: [charged],
    walletTransactions: [walletTransaction(charged, { partnerId, narration, createdAt: at })],
  };
}

const storedAnswer = z.object({ serviceId: z.string(), kycSessionId: z.string() });

/**
 * The stored response of an idempotency key contains no verification link: access to the database must not be enough to
 * open the link.
 */
const storedUser = (serviceId: string, kycSessionId: string): z.output<typeof storedAnswer> => ({
  serviceId,
  kycSessionId,
});

/** Restores the response of a retried Create User, with its link rebuilt. */
export function restoreCreatedUser(stored: unknown): z.output<typeof createUserContract.data> {
  const { serviceId, kycSessionId } = storedAnswer.parse(stored);
  return { serviceId, verificationUrl: verificationUrl(kycSessionId) };
}

/**
 * Registers a card user, charges the KYC fee and opens identity verification. Makes no outside call: the provider
 * learns of the person when the link is opened. The request is refused when no provider can carry out checks. Source:
 * spec: Create User.
 */
export const createUser: UseCase<typeof createUserContract> = async ({
  partner,
  input,
  at,
  claim,
}) => {
  const { body } = input;
  const emailKey = emailKeyOf(body.email);
  return decideAndCommit(
    () => findUserCreationState(partner.id, emailKey, emailHash(partner.id, emailKey)),
    (state) => {
      if (state.emailTaken) throw new ServiceError("DUP_USER");
      const fee = kycFee(partner.kycFeeMicroUsd, state.deletedStatus);
      if (state.walletMicroUsd < fee) throw new ServiceError("INSUFFICIENT_WALLET_BALANCE");

      const id = newId("usr");
      const session = newSession({ userId: id, partnerId: partner.id, at });
      const user = userRow(body, {
        id,
        partnerId: partner.id,
        emailKey,
        kycSessionId: session.id,
        at,
      });
      const result = { serviceId: id, verificationUrl: session.url };
      const planned = kycProvider().rowsWithNewUser({
        id,
        sessionId: session.id,
        lastName: body.lastName,
        at,
      });
      const changeSet: ChangeSet = {
        claim: claim(storedUser(id, session.id), id),
        insert: { users: [user], kyc_sessions: [session.row], ...planned },
      };
      return { changeSet: mergeChangeSets(changeSet, feeWork(partner.id, id, fee, at)), result };
    },
  );
};
