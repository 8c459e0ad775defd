"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import { accountQuery } from "./queries";

/** A notice for a person whose recovery codes are all used; nothing for others. */
export function NoRecoveryCodes({ href }: { href: string }) {
  const { data } = useQuery(accountQuery);
  if (!data?.hasSecondFactor || data.recoveryCodesLeft > 0) return null;
  return (
    <p className="flex items-center gap-2 text-small">
      <StateMark state="attention" />
      <span>
        You have no recovery codes left.{" "}
        <Link href={href} className="text-accent underline underline-offset-4">
          Set up 2FA again
        </Link>{" "}
        to get new ones.
      </span>
    </p>
  );
}
