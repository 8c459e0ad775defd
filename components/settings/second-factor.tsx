"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { useAccount } from "./queries";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const ChangeSecondFactor = dynamic(() =>
  import("./change-second-factor").then(({ ChangeSecondFactor }) => ChangeSecondFactor),
);

const ConfirmSecondFactor = dynamic(() =>
  import("./confirm-second-factor").then(({ ConfirmSecondFactor }) => ConfirmSecondFactor),
);

type Started = ApiData<"startSecondFactor">;

/** The setting of the second factor: on, off, or being set up. */
export function SecondFactor() {
  const { data: account, error, refetch } = useAccount();
  const [started, setStarted] = useState<Started>();
  const [wasStarted, setWasStarted] = useState(false);
  if (!account)
    return error ? (
      <ErrorPanel
        title="The 2FA status could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-36 max-w-md" />
    );
  if (started)
    return (
      <ConfirmSecondFactor
        started={started}
        account={account.email}
        onDone={() => setStarted(undefined)}
      />
    );
  return (
    <ChangeSecondFactor
      account={account}
      takesFocus={wasStarted}
      onStarted={(data) => {
        setStarted(data);
        setWasStarted(true);
      }}
    />
  );
}
