"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { useReader } from "@/components/ui/reader";

/** The main actions that the reader's role allows. */
export function Actions() {
  const { role } = useReader();
  const look = { look: "plain", size: "compact" } as const;
  return (
    <>
      <ButtonLink size="compact" href="/wallet">
        Deposit
      </ButtonLink>
      {role !== "viewer" && (
        <>
          <ButtonLink {...look} href="/cards?do=create">
            Create card
          </ButtonLink>
          <ButtonLink {...look} href="/users?do=create">
            Create user
          </ButtonLink>
        </>
      )}
      {role === "owner" && (
        <ButtonLink {...look} href="/withdrawals?do=create">
          Withdraw
        </ButtonLink>
      )}
    </>
  );
}
