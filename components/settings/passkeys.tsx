"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { Skeleton } from "@/components/ui/skeleton";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { toApiError } from "@/lib/api/client/api-error";
import { useAccount, usePasskeys } from "./queries";

// Loaded when it is needed.
const PasskeyRow = dynamic(() => import("./passkey-row").then(({ PasskeyRow }) => PasskeyRow));
const AddPasskey = dynamic(() => import("./add-passkey").then(({ AddPasskey }) => AddPasskey), {
  ssr: false,
});

/** Says that there is no passkey, and to the approvers of withdrawals why they need one. */
function NoPasskeys() {
  const { partnerId, role } = useReader();
  const mayApprove = partnerId === null && role !== "auditor";
  return (
    <p className="max-w-md text-small text-quiet">
      No passkeys yet.
      {mayApprove &&
        " Large withdrawals may have to be signed with one. Add it in advance, and give its fingerprint to the person who runs the service."}
    </p>
  );
}

/** The person's passkeys, and the way to add one. */
export function Passkeys() {
  const { data, error, refetch } = usePasskeys();
  const { data: account, error: accountError, refetch: refetchAccount } = useAccount();
  const { open, close, opener } = useInlineForm<"add">();
  const failure = (!data && error) || (!account && accountError);
  if (!data || !account)
    return failure ? (
      <ErrorPanel
        title="Passkeys could not be loaded"
        failure={toApiError(failure)}
        onRetry={() => Promise.all([refetch(), refetchAccount()])}
      />
    ) : (
      <Skeleton className="h-12 max-w-md" />
    );
  const { hasSecondFactor } = account;
  return (
    <div className="space-y-3">
      {data.passkeys.length === 0 ? (
        <NoPasskeys />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              hasSecondFactor={hasSecondFactor}
            />
          ))}
        </ul>
      )}
      {open ? (
        <AddPasskey hasSecondFactor={hasSecondFactor} onDone={close} />
      ) : (
        <Button look="plain" size="compact" {...opener("add")}>
          Add a passkey…
        </Button>
      )}
    </div>
  );
}
