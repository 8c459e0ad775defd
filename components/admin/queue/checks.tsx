import { Amount } from "@/components/ui/amount";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/ui/words";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import type { Check } from "./check";
import { policyChecks, screeningChecks } from "./policy-checks";
import type { Outlook, QueuedWithdrawal, Review } from "./queries";

const COIN = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

function historyCheck({ address }: Review, { status }: QueuedWithdrawal): Check {
  const { requestedBefore, firstRequestedAt, paidBefore, isPartial } = address;
  // After the decision there is nothing left to confirm with the partner.
  const isSent = status === "completed";
  const firstPayment = isPartial
    ? "No earlier payment to this address found"
    : "First payment to this address";
  if (requestedBefore === 0 || firstRequestedAt === undefined)
    return isSent
      ? { state: undefined, title: firstPayment }
      : {
          state: "attention",
          title: isPartial ? "No earlier use of this address found" : "First use of this address",
          text: isPartial
            ? "Not all of the partner’s requests to it were read. Confirm it through another channel."
            : "The partner has never requested a payment to it. Confirm it through another channel.",
        };
  const since = (
    <>
      First requested <Time instant={firstRequestedAt} />
      {isPartial && " or earlier"}.
    </>
  );
  if (paidBefore.count === 0)
    return isSent
      ? { state: undefined, title: firstPayment, text: since }
      : {
          state: "attention",
          title: isPartial ? "Requested before, no payment found" : "Requested before, never paid",
          text: since,
        };
  return {
    state: "settled",
    title: `Paid ${isPartial ? "at least " : ""}${counted(paidBefore.count, "time", "times")} before`,
    text: (
      <>
        <Amount value={paidBefore.netAmount} currency="USDC" /> {isPartial && "or more "}in total.{" "}
        {since}
      </>
    ),
  };
}

function lookAlikeChecks({ address }: Review, { toAddress }: QueuedWithdrawal): Check[] {
  return address.lookAlikes.map((other) => ({
    // The imitated address resembles the imitation as well; the imitated one was paid before.
    state: address.paidBefore.count > 0 ? "attention" : "failed",
    title: "Resembles another address of this partner, but is different",
    text: (
      <>
        This one is <code className="font-mono break-all">{toAddress}</code>. The other, used{" "}
        <Time instant={other.lastRequestedAt} /> and{" "}
        {other.paidCount === 0 ? "never paid" : `paid ${counted(other.paidCount, "time", "times")}`}
        , is <code className="font-mono break-all">{other.address}</code>.
      </>
    ),
  }));
}

function problemChecks({ address: { problem } }: Review): Check[] {
  if (!problem) return [];
  return [
    {
      state: "failed",
      title: "Unsafe address",
      text: `This is ${PROBLEM_TEXTS[problem]}. It cannot be approved.`,
    },
  ];
}

/** A restored database lost withdrawals that were paid; this one may repeat the request of one. */
function samePaymentChecks({ samePayment, isHeldAsRepeat }: QueuedWithdrawal): Check[] {
  if (!samePayment) return [];
  const { txHash, foundAt, explorerUrl } = samePayment;
  const hash = <code className="font-mono break-all">{txHash}</code>;
  return [
    {
      state: "failed",
      title: "This amount was paid to this address before the database was restored",
      text: (
        <>
          The transaction{" "}
          {explorerUrl ? (
            <a className="underline" href={explorerUrl} target="_blank" rel="noreferrer">
              {hash}
            </a>
          ) : (
            hash
          )}{" "}
          was found on-chain <Time instant={foundAt} />. Ask the partner whether this request
          repeats it. {!isHeldAsRepeat && "If it does, reject it."}
        </>
      ),
    },
  ];
}

function otherUseChecks({ address }: Review): Check[] {
  const checks: Check[] = [];
  if (address.otherPartners > 0)
    checks.push({
      state: "attention",
      title: `${counted(address.otherPartners, "other partner", "other partners")} also requested payments to this address`,
      text: "It may belong to an exchange or processor, or one person may control several partners.",
    });
  return checks;
}

function recipientCheck(outlook: Outlook | undefined): Check {
  if (outlook?.recipient === "account")
    return { state: "settled", title: "Wallet, not a contract" };
  if (outlook?.recipient === "contract")
    return {
      state: "attention",
      title: "Contract address",
      text: "May be a smart wallet, an exchange or a token. Funds are lost if the contract cannot move USDC.",
    };
  return {
    state: outlook ? "attention" : undefined,
    title: outlook ? "Address type unknown" : "Checking the address on-chain…",
    text: outlook?.fault,
  };
}

/** A share in whole percent; `<1` for one that is there and rounds to nothing, `>99` where others are there too. */
function percentOf(part: number, total: number): string {
  const percent = Math.round((100 * part) / total);
  if (percent === 100 && part < total) return ">99";
  return percent === 0 ? "<1" : String(percent);
}

function fundingCheck({ funding }: Review): Check {
  const kinds = [
    ["deposits", funding.deposits],
    ["card withdrawals", funding.cardWithdrawals],
    ["terminated cards", funding.liquidations],
    ["refunded withdrawals", funding.refunds],
    ["corrections", funding.corrections],
  ] as const;
  const total = kinds.reduce((sum, [, amount]) => sum + amount, 0);
  if (total === 0)
    return {
      state: "attention",
      title: "No incoming funds in the previous 30 days",
      text: "The funds are older.",
    };
  const shares = kinds
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => `${percentOf(amount, total)} % ${name}`);
  const deposit = funding.lastLargeDeposit;
  return {
    state: undefined,
    title: `Source of funds, 30 days: ${shares.join(", ")}`,
    text: deposit ? (
      <>
        Last deposit of at least half this amount: <Amount value={deposit.amount} />,{" "}
        <Time instant={deposit.at} />.
      </>
    ) : (
      "No single deposit covers half of this amount."
    ),
  };
}

/** More transfers than these are no different for the decision. */
const MANY_TRANSFERS = 1_000;

function transfersText(count: number): string {
  if (count > MANY_TRANSFERS)
    return `more than ${counted(MANY_TRANSFERS, "transfer", "transfers")}`;
  return counted(Math.max(0, count), "transfer", "transfers");
}

function reserveChecks(outlook: Outlook | undefined): Check[] {
  const { treasury, gas } = outlook ?? {};
  const checks: Check[] = [];
  if (treasury)
    checks.push({
      state: treasury.after < 0 ? "failed" : "settled",
      title: treasury.after < 0 ? "Insufficient treasury balance" : "Treasury balance OK",
      text: (
        <>
          <Amount value={treasury.before} currency="USDC" /> now,{" "}
          <Amount value={treasury.after} currency="USDC" /> after.
          {treasury.after < 0 && " If approved, it waits until the treasury is funded."}
        </>
      ),
    });
  if (gas)
    checks.push({
      state: gas.transfersAfter < 0 ? "failed" : "settled",
      title: gas.transfersAfter < 0 ? "Insufficient gas" : "Gas OK",
      text: `${COIN.format(Number(gas.balance))} of the chain’s coin, enough for ${transfersText(gas.transfersAfter)} after this one.`,
    });
  return checks;
}

function paidOutCheck({ paidOut: { today, thisMonth } }: Review): Check {
  return {
    state: undefined,
    title: `${counted(today.count, "withdrawal", "withdrawals")} today, ${thisMonth.count.toLocaleString("en-US")} this month`,
    text: (
      <>
        <Amount value={today.amount} /> today and <Amount value={thisMonth.amount} /> this month
        (UTC).
      </>
    ),
  };
}

/**
 * Returns the checks before a decision, the most serious first. For a decided withdrawal the data of the chain is left
 * out: it is of now, not of the time of the decision.
 */
export function checksOf(
  withdrawal: QueuedWithdrawal,
  review: Review,
  outlook: Outlook | undefined,
): Check[] {
  const isOpen = withdrawal.status === "pending";
  return [
    ...problemChecks(review),
    ...samePaymentChecks(withdrawal),
    ...screeningChecks(review, withdrawal),
    ...lookAlikeChecks(review, withdrawal),
    historyCheck(review, withdrawal),
    ...(isOpen ? [recipientCheck(outlook)] : []),
    ...otherUseChecks(review),
    ...policyChecks(review),
    fundingCheck(review),
    paidOutCheck(review),
    ...(isOpen ? reserveChecks(outlook) : []),
  ];
}
