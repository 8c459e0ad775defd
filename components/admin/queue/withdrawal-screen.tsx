"use client";

import dynamic from "next/dynamic";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { Timeline } from "@/components/ui/timeline";
import { toApiError } from "@/lib/api/client/api-error";
import { networkName } from "@/lib/chain/network-name";
import { BackToQueue } from "./back-to-queue";
import { CheckList } from "./check-list";
import { checksOf } from "./checks";
import { Decision } from "./decision";
import { isStopped } from "./is-stopped";
import { type QueuedWithdrawal, type Review, useOutlook, useQueued, useReview } from "./queries";
import { stepsOf } from "./steps";
import { useWalkedTo } from "./walk";
import { WithdrawalLoading } from "./withdrawal-loading";
import { WithdrawalState } from "./withdrawal-state";

// Rendered by the server, and loaded after the page: few withdrawals have obstacles, and the record is at the page's end.
const Obstacles = dynamic(() => import("./obstacles").then(({ Obstacles }) => Obstacles));
const WithdrawalRecord = dynamic(() =>
  import("./record").then(({ WithdrawalRecord }) => WithdrawalRecord),
);

function Money({
  withdrawal,
  review,
}: {
  withdrawal: QueuedWithdrawal;
  review: Review | undefined;
}) {
  const { amount, fee, netAmount, txHash, id, partnerId, partnerName } = withdrawal;
  return (
    <Facts
      facts={[
        ["Amount", <Amount key="amount" value={amount} />],
        ["Fee", <Amount key="fee" value={fee} />],
        ["Net amount", <Amount key="net" value={netAmount} currency="USDC" />],
        ["Wallet before", review && <Amount key="before" value={review.wallet.before} />],
        ["Wallet after", review && <Amount key="after" value={review.wallet.after} />],
        ["Wallet now", review && <Amount key="now" value={review.wallet.now} />],
        ["Network", review && networkName(review.network)],
        [
          "Transaction",
          txHash && (
            <IdChip
              key="hash"
              value={txHash}
              label="the transaction hash"
              {...(review?.explorerUrl === undefined ? {} : { href: review.explorerUrl })}
            />
          ),
        ],
        [
          "Partner",
          <Link
            key="partner"
            href={`/admin/partners/${partnerId}`}
            className="text-accent underline underline-offset-4"
          >
            {partnerName}
          </Link>,
        ],
        ["Withdrawal", <IdChip key="id" value={id} label="the withdrawal ID" />],
      ]}
    />
  );
}

function Heading({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { id, amount, partnerName, createdAt } = withdrawal;
  const heading = useWalkedTo(id);
  return (
    <header className="space-y-1">
      <BackToQueue />
      <h1 ref={heading} tabIndex={-1} className="text-large font-semibold break-words">
        <Amount value={amount} /> <span className="font-normal">for {partnerName}</span>
      </h1>
      <p className="text-small text-quiet">
        <WithdrawalState withdrawal={withdrawal} />, requested <Time instant={createdAt} />
      </p>
    </header>
  );
}

/** The steps so far, and the approvals with their signatures as a file. */
function Progress({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Timeline</h2>
      <Timeline steps={stepsOf(withdrawal)} />
      {withdrawal.approvals.length > 0 && (
        <ButtonLink
          look="plain"
          size="compact"
          href={`/api/admin/withdrawals/${withdrawal.id}/approvals`}
          download=""
        >
          Download approvals
        </ButtonLink>
      )}
    </section>
  );
}

/** The page of one withdrawal, with the checks before its decision. */
export function WithdrawalScreen({ id }: { id: string }) {
  const { data: withdrawal, error, refetch } = useQueued(id);
  const review = useReview(id);
  const isOpen = withdrawal?.status === "pending";
  const outlook = useOutlook(id, isOpen);
  if (error && !withdrawal)
    return (
      <div className="space-y-4">
        <BackToQueue />
        <PageHeader title="Withdrawal" />
        <ErrorPanel
          title="This withdrawal could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      </div>
    );
  if (!withdrawal) return <WithdrawalLoading />;
  return (
    <div className="space-y-6">
      <Heading withdrawal={withdrawal} />
      {isStopped(withdrawal) && <Obstacles withdrawal={withdrawal} />}
      <Decision key={withdrawal.id} withdrawal={withdrawal} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-6">
          <section className="space-y-2">
            <h2 className="font-semibold">To</h2>
            {withdrawal.addressLabel && (
              <p>
                <span className="font-medium break-words">{withdrawal.addressLabel}</span>{" "}
                <span className="text-small text-quiet">
                  in the saved addresses of {withdrawal.partnerName}
                </span>
              </p>
            )}
            <CodeLine text={withdrawal.toAddress} label="the address" />
          </section>
          <section className="space-y-2">
            <h2 className="font-semibold">{isOpen ? "Is it safe to send?" : "Checks"}</h2>
            {review.data && <CheckList checks={checksOf(withdrawal, review.data, outlook)} />}
            {review.isPending && <SkeletonRows label="Loading checks" />}
            {review.error && !review.data && (
              <ErrorPanel
                title="Checks could not be loaded"
                failure={toApiError(review.error)}
                onRetry={() => review.refetch()}
              />
            )}
          </section>
          {review.data && <WithdrawalRecord review={review.data} />}
        </div>
        <div className="min-w-0 space-y-6">
          <Progress withdrawal={withdrawal} />
          <section className="space-y-2">
            <h2 className="font-semibold">Amounts</h2>
            <Money withdrawal={withdrawal} review={review.data} />
          </section>
        </div>
      </div>
    </div>
  );
}
