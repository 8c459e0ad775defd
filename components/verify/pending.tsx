"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { Statement } from "@/components/ui/statement";
import { useReload } from "./use-reload";

interface PendingProps {
  partnerName: string;
  returnUrl: string | undefined;
}

/** Shown while the identity provider decides. */
export function Pending({ partnerName, returnUrl }: PendingProps) {
  useReload();
  return (
    <Statement
      state="waiting"
      title="Your verification is being reviewed"
      actions={
        returnUrl && <ButtonLink href={returnUrl}>Continue to {new URL(returnUrl).host}</ButtonLink>
      }
    >
      <p className="text-quiet">
        This usually takes a few minutes. The result appears on this page, and {partnerName} is
        notified of it. You can close the page meanwhile.
      </p>
    </Statement>
  );
}
