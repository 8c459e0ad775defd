import { TOTP } from "otpauth";
import { POST as fund } from "@/app/api/v1/partner/card/fund/route";
import * as cardRoute from "@/app/api/v1/partner/card/route";
import { DELETE as terminate } from "@/app/api/v1/partner/card/terminate/[serviceCardId]/route";
import { POST as withdrawFromCard } from "@/app/api/v1/partner/card/withdraw/route";
import { DELETE as cancel } from "@/app/api/v1/partner/withdrawal/[id]/route";
import { POST as withdraw } from "@/app/api/v1/partner/withdrawal/route";
import { POST as decideKyc } from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import { POST as createUser } from "@/app/api/v2/partner/card/users/route";
import { decideWithdrawal } from "@/lib/backoffice/decide-withdrawal";
import {
  createCardContract,
  fundCardContract,
  switchCardStatusContract,
  terminateCardContract,
  withdrawFromCardContract,
} from "@/lib/cards/contract";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { inRequest } from "@/lib/kernel/request-context";
import { simulateKycContract } from "@/lib/sandbox/contract";
import { createUserContract } from "@/lib/users/contract";
import { cancelWithdrawalContract, createWithdrawalContract } from "@/lib/withdrawals/contract";
import { fillTreasury, payOut, performDeposit } from "./on-chain";
import { idOf, type Programme } from "./programme";
import { performPurchaseStep } from "./purchases";
import type { Step } from "./steps";

/** An address for documentation (RFC 5737), from which the administrator works. */
const OFFICE_IP = "203.0.113.24";

async function makeUser({ plan, send, users }: Programme, user: number): Promise<void> {
  const body = { ...plan.users[user]?.body, isTermsOfServiceAccepted: true, program: "custodial" };
  const made = await send<{ serviceId: string }>(createUser, {
    contract: createUserContract,
    body,
  });
  users[user] = made.serviceId;
}

async function makeCard({ plan, send, users, cards }: Programme, card: number): Promise<void> {
  const { user = 0, fundingType, amountUsd } = plan.cards[card] ?? {};
  const amount = fundingType === "float" ? { amount: amountUsd } : {};
  const body = { serviceId: idOf(users, user), fundingType, ...amount };
  const made = await send<{ serviceCardId: string }>(cardRoute.POST, {
    contract: createCardContract,
    body,
  });
  cards[card] = made.serviceCardId;
}

async function moveMoney(
  { send, cards }: Programme,
  step: Step & { kind: "fundCard" | "withdrawFromCard" },
): Promise<void> {
  const { amountUsd: amount, reference } = step;
  const body = { serviceCardId: idOf(cards, step.card), amount, reference };
  if (step.kind === "fundCard") await send(fund, { contract: fundCardContract, body });
  else await send(withdrawFromCard, { contract: withdrawFromCardContract, body });
}

async function requestWithdrawal(
  { send, withdrawals }: Programme,
  step: Step & { kind: "requestWithdrawal" },
): Promise<void> {
  const body = { amount: step.amountUsd, toAddress: step.toAddress };
  const made = await send<{ id: string }>(withdraw, { contract: createWithdrawalContract, body });
  withdrawals[step.withdrawal] = made.id;
}

/** An administrator decides, with a code of the authenticator at that time. */
async function decide(
  { decider, withdrawals }: Programme,
  action: "approve" | "reject",
  step: Step & { withdrawal: number; reason?: string },
): Promise<void> {
  const { person, totpSecret } = decider;
  const at = now();
  const requestId = newId("req");
  const totp = new TOTP({ secret: totpSecret }).generate({ timestamp: at.getTime() });
  const verdict = {
    action,
    withdrawalId: idOf(withdrawals, step.withdrawal),
    totp,
    reason: step.reason,
  };
  await inRequest(requestId, () =>
    decideWithdrawal({ ...verdict, person, requestId, ipAddress: OFFICE_IP, at }),
  );
}

async function decideUser(
  { send, users }: Programme,
  { user, status, reason }: Step & { kind: "decideKyc" },
): Promise<void> {
  const body = { status, ...(reason === undefined ? {} : { reason }) };
  const params = { serviceId: idOf(users, user) };
  await send(decideKyc, { contract: simulateKycContract, params, body });
}

/** Performs a step through the service's own use cases, at the time of the caller. */
export async function perform(programme: Programme, step: Step): Promise<void> {
  const { send, cards, withdrawals } = programme;
  switch (step.kind) {
    case "createUser":
      return makeUser(programme, step.user);
    case "decideKyc":
      return decideUser(programme, step);
    case "createCard":
      return makeCard(programme, step.card);
    case "fundCard":
    case "withdrawFromCard":
      return moveMoney(programme, step);
    case "switchCard": {
      const body = { serviceCardId: idOf(cards, step.card), status: step.status };
      await send(cardRoute.PATCH, { contract: switchCardStatusContract, body });
      return;
    }
    case "terminateCard": {
      const params = { serviceCardId: idOf(cards, step.card) };
      await send(terminate, {
        contract: terminateCardContract,
        params,
        body: { reference: step.reference },
      });
      return;
    }
    case "deposit":
      return performDeposit(programme, step);
    case "requestWithdrawal":
      return requestWithdrawal(programme, step);
    case "approve":
      await fillTreasury();
      return decide(programme, step.kind, step);
    case "reject":
      return decide(programme, step.kind, step);
    case "cancel": {
      const params = { id: idOf(withdrawals, step.withdrawal) };
      await send(cancel, { contract: cancelWithdrawalContract, params });
      return;
    }
    case "payOut":
      return payOut();
    default:
      return performPurchaseStep(programme, step);
  }
}
